internal import RillHTTPTesting

/// The answers to requests for accounts.
enum GitHubUserEndpoints {
    /// `GET /users/{login}`.
    static func show(_ request: GitHubRequest) -> LoopbackServer.Response {
        guard let user = GitHubState.shared.user(request.parameter("login")) else {
            return GitHubRefusal.notFound.response
        }
        return .tagged(user.profile(request.base))
    }

    /// `GET /user`.
    static func showOwn(_ request: GitHubRequest) -> LoopbackServer.Response {
        let state = GitHubState.shared
        guard let login = request.caller.login else { return GitHubRefusal.authenticationRequired.response }
        guard let user = state.user(login) else { return GitHubRefusal.notFound.response }
        let count = state.repositories.filter { $0.isPrivate && $0.owner == user.login }.count
        return .tagged(user.ownProfile(request.base, privateRepositories: count))
    }
}
