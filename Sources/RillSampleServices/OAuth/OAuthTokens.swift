internal import Foundation
internal import Rill
internal import RillHTTP
internal import RillHTTPTesting

/// The tokens that a sample authorization server has issued.
final class OAuthTokens: @unchecked Sendable {  // `list` is guarded by `lock`
    /// An access token with its refresh token.
    struct Access: Sendable {
        let token: String
        let refreshToken: String?
        let clientID: String
        /// The name of the user, or `nil` if the token belongs to the client itself.
        let user: String?
        let scopes: [String]
        let expires: Date
    }

    private let options: SampleOAuth.Options
    private let lock = Lock()
    private var list: [Access] = []

    init(options: SampleOAuth.Options) {
        self.options = options
    }

    /// Issues a token and returns the response.
    ///
    /// Only the tokens of users have a refresh token.
    func issue(_ clientID: String, user: String?, _ scopes: [String]) -> LoopbackServer.Response {
        let access = Access(
            token: AuthorizationCodes.makeText(), refreshToken: user.map { _ in AuthorizationCodes.makeText() },
            clientID: clientID, user: user, scopes: scopes, expires: options.now() + Double(options.tokenLifetime))
        lock.withLock { list.append(access) }
        let object: JSONValue = [
            "access_token": .string(access.token), "token_type": "Bearer",
            "expires_in": .integer(options.tokenLifetime),
            "scope": .string(scopes.joined(separator: " ")),
        ]
        let refreshToken = access.refreshToken.map { JSONValue.string($0) }
        return LoopbackServer.Response.json(object.adding("refresh_token", refreshToken)).adding(
            .cacheControl, "no-store")
    }

    /// Returns a valid token.
    func access(_ token: String) -> Access? {
        let now = options.now()
        return lock.withLock { list.first { $0.token == token && $0.expires > now } }
    }

    /// Replaces a token with a new one.
    func refresh(_ refreshToken: String, _ clientID: String) -> LoopbackServer.Response {
        let old = lock.withLock {
            list.firstIndex { $0.refreshToken == refreshToken && $0.clientID == clientID }.map { list.remove(at: $0) }
        }
        return old.map { issue(clientID, user: $0.user, $0.scopes) } ?? .oauthError("invalid_grant")
    }

    func revoke(_ token: String) {
        lock.withLock { list.removeAll { $0.token == token || $0.refreshToken == token } }
    }
}
