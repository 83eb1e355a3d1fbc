internal import RillHTTP
internal import RillHTTPTesting

/// The answers to requests for repositories.
enum GitHubRepositoryEndpoints {
    /// `GET /repos/{owner}/{name}`.
    static func show(_ request: GitHubRequest) -> LoopbackServer.Response {
        let name = "\(request.parameter("owner"))/\(request.parameter("name"))"
        if name.lowercased() == SampleGitHub.formerName,
            let present = GitHubState.shared.repository(SampleGitHub.presentName)
        {
            return moved(to: "\(request.base)/repositories/\(present.id)")
        }
        return answer(request, GitHubState.shared.repository(name))
    }

    /// `GET /repositories/{id}`, where the redirects of what was renamed lead.
    static func showByID(_ request: GitHubRequest) -> LoopbackServer.Response {
        let id = Int(request.parameter("id"))
        return answer(request, GitHubState.shared.repositories.first { $0.id == id })
    }

    /// `GET /users/{login}/repos`.
    static func listOfUser(_ request: GitHubRequest) -> LoopbackServer.Response {
        guard let user = GitHubState.shared.user(request.parameter("login")) else {
            return GitHubRefusal.notFound.response
        }
        return list(request, GitHubState.shared.repositories(seenBy: nil).filter { $0.owner == user.login })
    }

    /// `GET /user/repos`.
    static func listOwn(_ request: GitHubRequest) -> LoopbackServer.Response {
        guard let login = request.caller.login else { return GitHubRefusal.authenticationRequired.response }
        return list(request, GitHubState.shared.repositories(seenBy: login).filter { $0.owner == login })
    }

    private static func answer(_ request: GitHubRequest, _ repository: GitHubRepository?) -> LoopbackServer.Response {
        guard let repository, !repository.isPrivate || repository.owner == request.caller.login else {
            return GitHubRefusal.notFound.response
        }
        return .tagged(repository.whole(request.base, .shared))
    }

    private static func moved(to address: String) -> LoopbackServer.Response {
        let body: JSONValue = [
            "message": "Moved Permanently", "url": .string(address),
            "documentation_url": "https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api",
        ]
        return .json(encoding: body, status: .movedPermanently).adding(.location, address)
    }

    private static func list(_ request: GitHubRequest, _ repositories: [GitHubRepository]) -> LoopbackServer.Response {
        let sort = request.queryItem("sort") ?? "full_name"
        let key: ((GitHubRepository) -> Int)? =
            switch sort {
            case "created": { $0.created.seconds }
            case "updated": { $0.updated.seconds }
            case "pushed": { $0.pushed.seconds }
            default: nil
            }
        var ordered = repositories.sorted { $0.fullName.lowercased() < $1.fullName.lowercased() }
        if let key { ordered = ordered.sorted { key($0) < key($1) } }
        // Names go upwards and times downwards, unless something else is asked for.
        if request.queryItem("direction").map({ $0 == "desc" }) ?? (key != nil) { ordered.reverse() }
        let page = request.page
        let items = ordered[page.range(of: ordered.count)].map { $0.listed(request.base, .shared) }
        return .tagged(.array(items), link: page.link(total: ordered.count))
    }
}
