internal import RillHTTPTesting

/// The endpoints for searches.
extension GitHubEndpoints {
    /// The maximum number of accessible search results.
    private static let searchResultLimit = 1_000

    private typealias Predicate<Element> = (_ element: Element, _ value: String) -> Bool

    /// `GET /search/repositories`: searches repositories.
    func searchRepositories(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        let isOwner: Predicate<GitHubRepository> = { $0.owner.lowercased() == $1 }
        return try response(
            to: request, in: state.repositories(visibleTo: login(request)),
            qualifiers: [
                "user": isOwner, "org": isOwner, "repo": { $0.fullName.lowercased() == $1 },
                "language": { $0.language?.lowercased() == $1 }, "license": { $0.license?.key == $1 },
                "topic": { $0.topics.contains($1) }, "stars": { GitHubSearchText.number($0.stars, matches: $1) },
                "forks": { GitHubSearchText.number($0.forks, matches: $1) },
                "archived": { $0.isArchived == ($1 == "true") }, "fork": { $1 == "true" || $0.isFork },
                "is": { $0.isPrivate == ($1 == "private") },
            ],
            values: ["archived": ["true", "false"], "fork": ["true", "only"], "is": ["public", "private"]],
            sorts: ["stars": \.stars, "forks": \.forks, "updated": \.updated.seconds],
            // Ranks matches in the name above matches in the description.
            best: { text, repository in (text.matches(words: repository.name) ? 1 : 0, repository.stars) },
            json: { $0.listElement(request.serverURL, state) }, words: { "\($0.name) \($0.about ?? "")" },
            // Forks are included only if the search has a `fork` qualifier.
            isIncluded: { text, repository in !repository.isFork || !text.values(of: "fork").isEmpty })
    }

    /// `GET /search/users`: searches accounts.
    func searchUsers(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        let hasLogin: Predicate<GitHubAccount> = { $0.login.lowercased() == $1 }
        return try response(
            to: request, in: state.users,
            qualifiers: [
                "user": hasLogin, "org": hasLogin, "type": { $0.isOrganization == ($1 == "org") },
                "repos": { GitHubSearchText.number($0.repositoryCount, matches: $1) },
                "followers": { GitHubSearchText.number($0.followers, matches: $1) },
                "location": { $0.location?.lowercased() == $1 },
            ],
            values: ["type": ["user", "org"]],
            sorts: ["followers": \.followers, "repositories": \.repositoryCount, "joined": \.created.seconds],
            best: { (0, $1.followers) }, json: { $0.summary(request.serverURL) },
            words: { "\($0.login) \($0.name ?? "")" })
    }

    /// `GET /search/issues`: searches issues and pull requests.
    func searchIssues(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        let isInRepositoryOf: Predicate<GitHubIssue> = { $0.repository.lowercased().hasPrefix($1 + "/") }
        let isKind: Predicate<GitHubIssue> = { issue, value in
            switch value {
            case "issue": !issue.isPullRequest
            case "open": issue.isOpen
            case "closed": !issue.isOpen
            default: issue.isPullRequest
            }
        }
        return try response(
            to: request, in: state.issues,
            qualifiers: [
                "is": isKind, "type": isKind, "state": isKind, "repo": { $0.repository.lowercased() == $1 },
                "user": isInRepositoryOf, "org": isInRepositoryOf, "author": { $0.author == $1 },
                "label": { $0.label?.name == $1 }, "comments": { GitHubSearchText.number($0.comments, matches: $1) },
            ],
            values: [
                "is": ["issue", "pr", "pull-request", "open", "closed"], "type": ["issue", "pr"],
                "state": ["open", "closed"],
            ],
            sorts: [
                "comments": \.comments, "reactions": \.reactions, "interactions": { $0.comments + $0.reactions },
                "created": \.created.seconds, "updated": \.updated.seconds,
            ],
            best: { (0, $1.created.seconds) }, json: { $0.json(request.serverURL, state) },
            words: { "\($0.title) \($0.body ?? "")" })
    }

    /// Searches elements, and returns the requested page of the results.
    ///
    /// - Parameters:
    ///   - qualifiers: The implemented qualifiers, each with a predicate of an element and the value.
    ///   - values: The implemented values of the qualifiers for which not all values are implemented.
    ///   - sorts: The implemented sort orders, which are descending.
    ///   - best: The sort key without a sort order. The sort is stable.
    ///   - json: A closure that returns an element in GitHub's JSON format, without its score.
    ///   - words: A closure that returns the text of an element in which the words of the search must occur.
    ///   - isIncluded: An additional predicate. Defaults to including all elements.
    private func response<Element>(
        to request: RoutedRequest, in elements: [Element], qualifiers: [String: Predicate<Element>],
        values: [String: Set<String>], sorts: [String: (Element) -> Int],
        best: (GitHubSearchText, Element) -> (Int, Int), json: (Element) -> JSONValue,
        words: (Element) -> String, isIncluded: (GitHubSearchText, Element) -> Bool = { _, _ in true }
    ) throws -> LoopbackServer.Response {
        guard let query = request.queryItem("q"), query.contains(where: { !$0.isWhitespace }) else {
            throw GitHubError.invalidSearch(code: "missing")
        }
        let text = GitHubSearchText(query, qualifiers: Set(qualifiers.keys))
        let sort = request.queryItem("sort") ?? ""
        if !sort.isEmpty, sorts[sort] == nil { throw GitHubError.notImplemented("the sort order \(sort)") }
        let unknown = text.qualifiers.first { values[$0.name]?.contains($0.value) == false }
        if let part = text.unimplementedPart ?? unknown.map({ "\($0.name):\($0.value)" }) {
            throw GitHubError.notImplemented("the search term \(part)")
        }
        if text.words.joined(separator: " ").count > 256 {
            throw GitHubError.invalidSearch(code: "invalid", message: "The search exceeds 256 characters.")
        }
        let page = PageQuery(gitHub: request)
        guard page.number <= page.last(of: Self.searchResultLimit) else { throw GitHubError.beyondSearchResultLimit }
        guard (text.values(of: "user") + text.values(of: "org")).allSatisfy({ state.user($0) != nil }) else {
            throw GitHubError.invalidSearch(
                code: "invalid",
                message: "Cannot search the listed users: they do not exist or you do not have access.")
        }
        let isAscending = request.queryItem("order") == "asc"
        let matching = elements.filter { element in
            isIncluded(text, element) && text.matches(words: words(element))
                && text.matches { qualifiers[$0.name]?(element, $0.value) == true }
        }
        let found = matching.map { element in
            (
                element: element,
                key: sorts[sort].map { (isAscending ? -$0(element) : $0(element), 0) } ?? best(text, element)
            )
        }.sorted { $0.key > $1.key }
        let reachable = min(found.count, Self.searchResultLimit)
        let body: JSONValue = [
            "total_count": .integer(found.count), "incomplete_results": false,
            "items": .array(found[page.range(of: reachable)].map { json($0.element).merging(["score": 1.0]) }),
        ]
        return .tagged(body, link: page.link(total: reachable))
    }
}
