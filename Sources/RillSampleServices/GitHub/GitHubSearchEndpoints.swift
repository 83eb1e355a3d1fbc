internal import RillHTTP
internal import RillHTTPTesting

/// The endpoints for searches.
enum GitHubSearchEndpoints {
    /// `GET /search/repositories`: searches repositories.
    static func repositories(_ request: GitHubRequest) -> LoopbackServer.Response {
        let state = GitHubState.shared
        let known: Set = [
            "language", "user", "org", "repo", "stars", "forks", "topic", "license", "archived", "fork", "is",
        ]
        return response(to: request, qualifiers: known, sorts: ["stars", "forks", "updated"]) { text in
            let found = state.repositories(visibleTo: request.caller.login).filter { repository in
                // Forks are included only if the search has a `fork` qualifier.
                (!repository.isFork || !text.values(of: "fork").isEmpty)
                    && text.matches(words: "\(repository.name) \(repository.about ?? "")")
                    && text.matches { repository.matches($0) }
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
                // Ranks matches in the name above matches in the description.
                (text.matches(words: repository.name) ? 1 : 0, repository.stars)
            }
            return ordered.map { repository in { repository.searchResult($0, state) } }
        }
    }

    /// `GET /search/users`: searches accounts.
    static func users(_ request: GitHubRequest) -> LoopbackServer.Response {
        let known: Set = ["user", "org", "type", "repos", "followers", "location"]
        return response(to: request, qualifiers: known, sorts: ["followers", "repositories", "joined"]) { text in
            let found = GitHubState.shared.users.filter { user in
                text.matches(words: "\(user.login) \(user.name ?? "")") && text.matches { user.matches($0) }
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
            return ordered.map { user in { user.searchResult($0) } }
        }
    }

    /// `GET /search/issues`: searches issues and pull requests.
    static func issues(_ request: GitHubRequest) -> LoopbackServer.Response {
        let state = GitHubState.shared
        let known: Set = ["repo", "user", "org", "is", "type", "state", "author", "label", "comments"]
        let sorts: Set = ["comments", "reactions", "interactions", "created", "updated"]
        return response(to: request, qualifiers: known, sorts: sorts) { text in
            let found = state.issues.filter { issue in
                text.matches(words: "\(issue.title) \(issue.body ?? "")") && text.matches { issue.matches($0) }
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
            return ordered.map { issue in { issue.searchResult($0, state) } }
        }
    }

    /// A closure that returns the JSON of a search result for the base URL of the service.
    private typealias Item = (_ base: String) -> JSONValue

    private static func response(
        to request: GitHubRequest, qualifiers: Set<String>, sorts: Set<String>, _ search: (GitHubSearchText) -> [Item]
    ) -> LoopbackServer.Response {
        guard let query = request.queryItem("q"), query.contains(where: { !$0.isWhitespace }) else {
            return GitHubErrorResponse.invalidSearch(code: "missing").response
        }
        let text = GitHubSearchText(query, qualifiers: qualifiers)
        if let sort = request.queryItem("sort"), !sort.isEmpty, !sorts.contains(sort) {
            return GitHubErrorResponse.notImplemented("the sort order \(sort)").response
        }
        let states: Set = ["public", "private", "issue", "pr", "pull-request", "open", "closed"]
        let unknownState = text.values(of: "is").first { !states.contains($0) }.map { "is:\($0)" }
        if let part = text.unimplementedPart ?? unknownState {
            return GitHubErrorResponse.notImplemented("the search term \(part)").response
        }
        if text.words.joined(separator: " ").count > 256 {
            let message = "The search exceeds 256 characters."
            return GitHubErrorResponse.invalidSearch(code: "invalid", message: message).response
        }
        let page = request.page
        guard !page.isBeyondSearchResultLimit else { return GitHubErrorResponse.beyondSearchResultLimit.response }
        let state = GitHubState.shared
        guard (text.values(of: "user") + text.values(of: "org")).allSatisfy({ state.user($0) != nil }) else {
            let message = "Cannot search the listed users: they do not exist or you do not have access."
            return GitHubErrorResponse.invalidSearch(code: "invalid", message: message).response
        }
        let found = search(text)
        let reachable = min(found.count, GitHubPageQuery.searchResultLimit)
        let body: JSONValue = [
            "total_count": .integer(found.count), "incomplete_results": false,
            "items": .array(found[page.range(of: reachable)].map { $0(request.base) }),
        ]
        return .tagged(body, link: page.link(total: reachable))
    }

    /// Sorts elements by the requested property, or by relevance.
    ///
    /// The sort is stable.
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
    fileprivate func matches(_ qualifier: GitHubSearchText.Qualifier) -> Bool {
        let value = qualifier.value
        switch qualifier.name {
        case "language": return language?.lowercased() == value
        case "user", "org": return owner.lowercased() == value
        case "repo": return fullName.lowercased() == value
        case "topic": return topics.contains(value)
        case "license": return license?.key == value
        case "stars": return GitHubSearchText.number(stars, matches: value)
        case "forks": return GitHubSearchText.number(forks, matches: value)
        case "archived": return isArchived == (value == "true")
        case "fork": return value == "true" || isFork == (value == "only")
        case "is": return value == "public" ? !isPrivate : value == "private" ? isPrivate : false
        default: return false
        }
    }
}

extension GitHubAccount {
    fileprivate func matches(_ qualifier: GitHubSearchText.Qualifier) -> Bool {
        let value = qualifier.value
        switch qualifier.name {
        case "user", "org": return login.lowercased() == value
        case "type": return isOrganization == (value == "org")
        case "repos": return GitHubSearchText.number(repositoryCount, matches: value)
        case "followers": return GitHubSearchText.number(followers, matches: value)
        case "location": return location?.lowercased() == value
        default: return false
        }
    }
}

extension GitHubIssue {
    fileprivate func matches(_ qualifier: GitHubSearchText.Qualifier) -> Bool {
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
        case ("comments", _): return GitHubSearchText.number(comments, matches: value)
        default: return false
        }
    }
}
