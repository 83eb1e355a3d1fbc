internal import RillHTTPTesting

/// The endpoints for accounts.
enum GitHubUserEndpoints {
    /// `GET /users/{login}`: gets the public profile of an account.
    static func show(_ request: GitHubRequest) -> LoopbackServer.Response {
        guard let user = GitHubState.shared.user(request.parameter("login")) else {
            return GitHubErrorResponse.notFound.response
        }
        return .tagged(user.profile(request.base))
    }

    /// `GET /user`: gets the profile of the authenticated user.
    static func showOwn(_ request: GitHubRequest) -> LoopbackServer.Response {
        let state = GitHubState.shared
        guard let login = request.caller.login else { return GitHubErrorResponse.authenticationRequired.response }
        guard let user = state.user(login) else { return GitHubErrorResponse.notFound.response }
        let count = state.repositories.filter { $0.isPrivate && $0.owner == user.login }.count
        return .tagged(user.ownProfile(request.base, privateRepositories: count))
    }
}
