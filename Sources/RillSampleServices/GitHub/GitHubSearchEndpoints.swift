internal import RillHTTPTesting

/// The endpoints for searches.
enum GitHubSearchEndpoints {
    /// `GET /search/repositories`: searches repositories.
    static func repositories(_ request: GitHubRequest) throws -> LoopbackServer.Response {
        let state = GitHubState.shared
        return try response(
            to: request, in: state.repositories(visibleTo: request.caller.login),
            qualifiers: ["language", "user", "org", "repo", "stars", "forks", "topic", "license"],
            values: ["archived": ["true", "false"], "fork": ["true", "only"], "is": ["public", "private"]],
            sorts: ["stars": \.stars, "forks": \.forks, "updated": \.updated.seconds],
            // Ranks matches in the name above matches in the description.
            best: { text, repository in (text.matches(words: repository.name) ? 1 : 0, repository.stars) },
            json: { $0.searchResult(request.base, state) },
            matches: { text, repository in
                // Forks are included only if the search has a `fork` qualifier.
                (!repository.isFork || !text.values(of: "fork").isEmpty)
                    && text.matches(words: "\(repository.name) \(repository.about ?? "")")
                    && text.matches { repository.matches($0) }
            })
    }

    /// `GET /search/users`: searches accounts.
    static func users(_ request: GitHubRequest) throws -> LoopbackServer.Response {
        try response(
            to: request, in: GitHubState.shared.users,
            qualifiers: ["user", "org", "repos", "followers", "location"],
            values: ["type": ["user", "org"]],
            sorts: ["followers": \.followers, "repositories": \.repositoryCount, "joined": \.created.seconds],
            best: { (0, $1.followers) }, json: { $0.searchResult(request.base) },
            matches: { text, user in
                text.matches(words: "\(user.login) \(user.name ?? "")") && text.matches { user.matches($0) }
            })
    }

    /// `GET /search/issues`: searches issues and pull requests.
    static func issues(_ request: GitHubRequest) throws -> LoopbackServer.Response {
        let state = GitHubState.shared
        return try response(
            to: request, in: state.issues,
            qualifiers: ["repo", "user", "org", "author", "label", "comments"],
            values: [
                "is": ["issue", "pr", "pull-request", "open", "closed"], "type": ["issue", "pr"],
                "state": ["open", "closed"],
            ],
            sorts: [
                "comments": \.comments, "reactions": \.reactions, "interactions": { $0.comments + $0.reactions },
                "created": \.created.seconds, "updated": \.updated.seconds,
            ],
            best: { (0, $1.created.seconds) }, json: { $0.searchResult(request.base, state) },
            matches: { text, issue in
                text.matches(words: "\(issue.title) \(issue.body ?? "")") && text.matches { issue.matches($0) }
            })
    }

    /// Searches elements, and returns the requested page of the results.
    ///
    /// - Parameters:
    ///   - qualifiers: The implemented qualifiers with any value.
    ///   - values: The other implemented qualifiers, with their implemented values.
    ///   - sorts: The implemented sort orders, which are descending.
    ///   - best: The sort key without a sort order. The sort is stable.
    private static func response<Element>(
        to request: GitHubRequest, in elements: [Element], qualifiers: Set<String>,
        values: [String: Set<String>], sorts: [String: (Element) -> Int],
        best: (GitHubSearchText, Element) -> (Int, Int), json: (Element) -> JSONValue,
        matches: (GitHubSearchText, Element) -> Bool
    ) throws -> LoopbackServer.Response {
        guard let query = request.queryItem("q"), query.contains(where: { !$0.isWhitespace }) else {
            throw GitHubError.invalidSearch(code: "missing")
        }
        let text = GitHubSearchText(query, qualifiers: qualifiers.union(values.keys))
        let sort = request.queryItem("sort") ?? ""
        if !sort.isEmpty, sorts[sort] == nil { throw GitHubError.notImplemented("the sort order \(sort)") }
        let unknown = text.qualifiers.first { values[$0.name]?.contains($0.value) == false }
        if let part = text.unimplementedPart ?? unknown.map({ "\($0.name):\($0.value)" }) {
            throw GitHubError.notImplemented("the search term \(part)")
        }
        if text.words.joined(separator: " ").count > 256 {
            throw GitHubError.invalidSearch(code: "invalid", message: "The search exceeds 256 characters.")
        }
        let page = request.page
        guard page.number <= page.last(of: GitHubRequest.searchResultLimit) else {
            throw GitHubError.beyondSearchResultLimit
        }
        let state = GitHubState.shared
        guard (text.values(of: "user") + text.values(of: "org")).allSatisfy({ state.user($0) != nil }) else {
            throw GitHubError.invalidSearch(
                code: "invalid",
                message: "Cannot search the listed users: they do not exist or you do not have access.")
        }
        let isAscending = request.queryItem("order") == "asc"
        let found = elements.filter { matches(text, $0) }.map { element in
            (
                element: element,
                key: sorts[sort].map { (isAscending ? -$0(element) : $0(element), 0) } ?? best(text, element)
            )
        }.sorted { $0.key > $1.key }
        let reachable = min(found.count, GitHubRequest.searchResultLimit)
        let body: JSONValue = [
            "total_count": .integer(found.count), "incomplete_results": false,
            "items": .array(found[page.range(of: reachable)].map { json($0.element) }),
        ]
        return .tagged(body, link: page.link(total: reachable))
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
        case "fork": return value == "true" || isFork
        case "is": return isPrivate == (value == "private")
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
