internal import RillHTTPTesting

/// The endpoints for repositories and users.
enum GitHubEndpoints {
    /// `GET /repos/{owner}/{name}`: gets a repository by its name.
    static func repository(_ request: GitHubRequest) throws -> LoopbackServer.Response {
        let name = "\(request.parameter("owner"))/\(request.parameter("name"))"
        if name.lowercased() == "rill-octo/creek",
            let present = GitHubState.shared.repository(SampleGitHub.presentName)
        {
            return moved(to: "\(request.base)/repositories/\(present.id)")
        }
        return try response(to: request, GitHubState.shared.repository(name))
    }

    /// `GET /repositories/{id}`: gets a repository by its ID.
    ///
    /// The redirects for renamed repositories point to this endpoint.
    static func repositoryByID(_ request: GitHubRequest) throws -> LoopbackServer.Response {
        let id = Int(request.parameter("id"))
        return try response(to: request, GitHubState.shared.repositories.first { $0.id == id })
    }

    /// `GET /users/{login}/repos`: lists the public repositories of a user.
    static func repositoriesOfUser(_ request: GitHubRequest) throws -> LoopbackServer.Response {
        guard let user = GitHubState.shared.user(request.parameter("login")) else {
            throw GitHubError.notFound
        }
        return list(request, GitHubState.shared.repositories(visibleTo: nil).filter { $0.owner == user.login })
    }

    /// `GET /user/repos`: lists the repositories of the authenticated user.
    static func ownRepositories(_ request: GitHubRequest) throws -> LoopbackServer.Response {
        guard let login = request.caller.login else { throw GitHubError.authenticationRequired }
        return list(request, GitHubState.shared.repositories(visibleTo: login).filter { $0.owner == login })
    }

    private static func response(
        to request: GitHubRequest, _ repository: GitHubRepository?
    ) throws -> LoopbackServer.Response {
        guard let repository, !repository.isPrivate || repository.owner == request.caller.login else {
            throw GitHubError.notFound
        }
        return .tagged(repository.fullRepresentation(request.base, .shared))
    }

    private static func moved(to url: String) -> LoopbackServer.Response {
        let body: JSONValue = [
            "message": "Moved Permanently", "url": .string(url),
            "documentation_url": "https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api",
        ]
        return .json(body, status: .movedPermanently).adding(.location, url)
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
        // By default, names are sorted in ascending order, and dates in descending order.
        if request.queryItem("direction").map({ $0 == "desc" }) ?? (key != nil) { ordered.reverse() }
        let page = request.page
        let items = ordered[page.range(of: ordered.count)].map { $0.listElement(request.base, .shared) }
        return .tagged(.array(items), link: page.link(total: ordered.count))
    }

    // MARK: Users

    /// `GET /users/{login}`: gets the public profile of an account.
    static func user(_ request: GitHubRequest) throws -> LoopbackServer.Response {
        guard let user = GitHubState.shared.user(request.parameter("login")) else {
            throw GitHubError.notFound
        }
        return .tagged(user.profile(request.base))
    }

    /// `GET /user`: gets the profile of the authenticated user.
    static func ownUser(_ request: GitHubRequest) throws -> LoopbackServer.Response {
        let state = GitHubState.shared
        guard let login = request.caller.login else { throw GitHubError.authenticationRequired }
        guard let user = state.user(login) else { throw GitHubError.notFound }
        let count = state.repositories.filter { $0.isPrivate && $0.owner == user.login }.count
        return .tagged(user.ownProfile(request.base, privateRepositories: count))
    }
}
