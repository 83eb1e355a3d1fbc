internal import RillHTTPTesting

/// The endpoints for repositories and users.
struct GitHubEndpoints: Sendable {
    let options: SampleGitHub.Options
    var state: GitHubState { .shared }

    /// Returns the login of the authenticated user, or `nil` if the request has no valid token.
    func login(_ request: RoutedRequest) -> String? { GitHubCaller(request.request, options)?.login }

    // MARK: Repositories

    /// `GET /repos/{owner}/{name}`: gets a repository by its name.
    func repository(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        let name = "\(request.parameter("owner"))/\(request.parameter("name"))"
        if name.lowercased() == "rill-octo/creek", let present = state.repository(SampleGitHub.presentName) {
            return moved(to: "\(request.serverURL)/repositories/\(present.id)")
        }
        return try response(to: request, state.repository(name))
    }

    /// `GET /repositories/{id}`: gets a repository by its ID.
    ///
    /// The redirects for renamed repositories point to this endpoint.
    func repositoryByID(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        let id = Int(request.parameter("id"))
        return try response(to: request, state.repositories.first { $0.id == id })
    }

    /// `GET /users/{login}/repos`: lists the public repositories of a user.
    func repositoriesOfUser(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        guard let user = state.user(request.parameter("login")) else { throw GitHubError.notFound }
        return list(request, state.repositories(visibleTo: nil).filter { $0.owner == user.login })
    }

    /// `GET /user/repos`: lists the repositories of the authenticated user.
    func ownRepositories(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        guard let login = login(request) else { throw GitHubError.authenticationRequired }
        return list(request, state.repositories(visibleTo: login).filter { $0.owner == login })
    }

    private func response(
        to request: RoutedRequest, _ repository: GitHubRepository?
    ) throws -> LoopbackServer.Response {
        guard let repository, !repository.isPrivate || repository.owner == login(request) else {
            throw GitHubError.notFound
        }
        return .tagged(repository.fullRepresentation(request.serverURL, state))
    }

    private func moved(to url: String) -> LoopbackServer.Response {
        let body: JSONValue = [
            "message": "Moved Permanently", "url": .string(url),
            "documentation_url": "https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api",
        ]
        return .json(body, status: .movedPermanently).adding(.location, url)
    }

    private func list(_ request: RoutedRequest, _ repositories: [GitHubRepository]) -> LoopbackServer.Response {
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
        let page = PageQuery(gitHub: request)
        let items = ordered[page.range(of: ordered.count)].map { $0.listElement(request.serverURL, state) }
        return .tagged(.array(items), link: page.link(total: ordered.count))
    }

    // MARK: Users

    /// `GET /users/{login}`: gets the public profile of an account.
    func user(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        guard let user = state.user(request.parameter("login")) else { throw GitHubError.notFound }
        return .tagged(user.profile(request.serverURL))
    }

    /// `GET /user`: gets the profile of the authenticated user.
    func ownUser(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        guard let login = login(request) else { throw GitHubError.authenticationRequired }
        guard let user = state.user(login) else { throw GitHubError.notFound }
        let count = state.repositories.filter { $0.isPrivate && $0.owner == user.login }.count
        return .tagged(user.ownProfile(request.serverURL, privateRepositories: count))
    }
}
