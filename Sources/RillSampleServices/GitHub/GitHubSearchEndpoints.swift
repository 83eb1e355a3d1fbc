internal import RillHTTPTesting

/// The answers to searches.
enum GitHubSearchEndpoints {
    /// `GET /search/repositories`.
    static func repositories(_ request: GitHubRequest) -> LoopbackServer.Response {
        let state = GitHubState.shared
        let known: Set = [
            "language", "user", "org", "repo", "stars", "forks", "topic", "license", "archived", "fork", "is",
        ]
        return answer(request, known) { text in
            let found = state.repositories(seenBy: request.caller.login).filter { repository in
                // Forks are left out unless they are asked for.
                (!repository.isFork || !text.values(of: "fork").isEmpty)
                    && text.fits(words: "\(repository.name) \(repository.about ?? "")")
                    && text.fits { repository.fits($0) }
            }
            let ordered = sorted(found, request) { (repository: GitHubRepository, sort) in
                switch sort {
                case "stars": repository.stars
                case "forks": repository.forks
                case "help-wanted-issues": repository.openIssues
                case "updated": repository.updated.seconds
                default: nil
                }
            } best: { repository in
                // Where the words are in the name comes before where they are in the description.
                (text.fits(words: repository.name) ? 1 : 0, repository.stars)
            }
            return ordered.map { repository in { repository.found($0, state) } }
        }
    }

    /// `GET /search/users`.
    static func users(_ request: GitHubRequest) -> LoopbackServer.Response {
        let known: Set = ["user", "org", "type", "repos", "followers", "location"]
        return answer(request, known) { text in
            let found = GitHubState.shared.users.filter { user in
                text.fits(words: "\(user.login) \(user.name ?? "")") && text.fits { user.fits($0) }
            }
            let ordered = sorted(found, request) { (user: GitHubAccount, sort) in
                switch sort {
                case "followers": user.followers
                case "repositories": user.repositoryCount
                case "joined": user.created.seconds
                default: nil
                }
            } best: { user in
                (0, user.followers)
            }
            return ordered.map { user in { user.found($0) } }
        }
    }

    /// `GET /search/issues`.
    static func issues(_ request: GitHubRequest) -> LoopbackServer.Response {
        let state = GitHubState.shared
        let known: Set = ["repo", "user", "org", "is", "type", "state", "author", "label", "comments"]
        return answer(request, known) { text in
            let found = state.issues.filter { issue in
                text.fits(words: "\(issue.title) \(issue.body ?? "")") && text.fits { issue.fits($0) }
            }
            let ordered = sorted(found, request) { (issue: GitHubIssue, sort) in
                switch sort {
                case "comments": issue.comments
                case "reactions": issue.reactions
                case "interactions": issue.comments + issue.reactions
                case "created": issue.created.seconds
                case "updated": issue.updated.seconds
                default: nil
                }
            } best: { issue in
                (0, issue.created.seconds)
            }
            return ordered.map { issue in { issue.found($0, state) } }
        }
    }

    /// Makes the JSON of something found; takes the address of the service.
    private typealias Item = (_ base: String) -> JSONValue

    private static func answer(
        _ request: GitHubRequest, _ qualifiers: Set<String>, _ search: (GitHubSearchText) -> [Item]
    ) -> LoopbackServer.Response {
        guard let query = request.queryItem("q"), query.contains(where: { !$0.isWhitespace }) else {
            return GitHubRefusal.invalidSearch(code: "missing").response
        }
        let text = GitHubSearchText(query, qualifiers: qualifiers)
        if text.words.joined(separator: " ").count > 256 {
            let message = "The search is longer than 256 characters."
            return GitHubRefusal.invalidSearch(code: "invalid", message: message).response
        }
        let page = request.page
        guard !page.isBeyondSearchBound else { return GitHubRefusal.beyondSearchBound.response }
        let state = GitHubState.shared
        guard (text.values(of: "user") + text.values(of: "org")).allSatisfy({ state.user($0) != nil }) else {
            let message = "The listed users cannot be searched, as they do not exist or you may not see them."
            return GitHubRefusal.invalidSearch(code: "invalid", message: message).response
        }
        let found = search(text)
        let reachable = min(found.count, GitHubPageQuery.searchBound)
        let body: JSONValue = [
            "total_count": .int(found.count), "incomplete_results": false,
            "items": .array(found[page.range(of: reachable)].map { $0(request.base) }),
        ]
        return .tagged(body, link: page.link(total: reachable))
    }

    /// Sorts by what the request names, else by how well something fits; what is equal keeps its order.
    private static func sorted<Element>(
        _ elements: [Element], _ request: GitHubRequest, by key: (Element, String) -> Int?,
        best: (Element) -> (Int, Int)
    ) -> [Element] {
        let sort = request.queryItem("sort") ?? ""
        let isAscending = request.queryItem("order") == "asc"
        let keyed = elements.map { element in
            key(element, sort).map { (isAscending ? -$0 : $0, 0) } ?? best(element)
        }
        return zip(elements, keyed).sorted { $0.1 > $1.1 }.map(\.0)
    }
}

extension GitHubRepository {
    fileprivate func fits(_ qualifier: GitHubSearchText.Qualifier) -> Bool {
        let value = qualifier.value
        switch qualifier.name {
        case "language": return language?.lowercased() == value
        case "user", "org": return owner.lowercased() == value
        case "repo": return fullName.lowercased() == value
        case "topic": return topics.contains(value)
        case "license": return license?.key == value
        case "stars": return GitHubSearchText.number(stars, fits: value)
        case "forks": return GitHubSearchText.number(forks, fits: value)
        case "archived": return isArchived == (value == "true")
        case "fork": return value == "true" || isFork == (value == "only")
        case "is": return value == "public" ? !isPrivate : value == "private" ? isPrivate : false
        default: return false
        }
    }
}

extension GitHubAccount {
    fileprivate func fits(_ qualifier: GitHubSearchText.Qualifier) -> Bool {
        let value = qualifier.value
        switch qualifier.name {
        case "user", "org": return login.lowercased() == value
        case "type": return isOrganization == (value == "org")
        case "repos": return GitHubSearchText.number(repositoryCount, fits: value)
        case "followers": return GitHubSearchText.number(followers, fits: value)
        case "location": return location?.lowercased() == value
        default: return false
        }
    }
}

extension GitHubIssue {
    fileprivate func fits(_ qualifier: GitHubSearchText.Qualifier) -> Bool {
        let value = qualifier.value
        switch (qualifier.name, value) {
        case ("is", "issue"), ("type", "issue"): return !isPullRequest
        case ("is", "pr"), ("type", "pr"), ("is", "pull-request"): return isPullRequest
        case ("is", "open"), ("state", "open"): return isOpen
        case ("is", "closed"), ("state", "closed"): return !isOpen
        case ("repo", _): return repository.lowercased() == value
        case ("user", _), ("org", _): return repository.lowercased().hasPrefix(value + "/")
        case ("author", _): return author == value
        case ("label", _): return label?.name == value
        case ("comments", _): return GitHubSearchText.number(comments, fits: value)
        default: return false
        }
    }
}
