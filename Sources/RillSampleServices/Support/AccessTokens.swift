internal import Foundation

/// The tokens that a sample authorization server has issued.
struct AccessTokens<User: Sendable>: Sendable {
    /// An access token with its refresh token.
    struct Access: Sendable, Identifiable {
        let token: String
        var refreshToken: String?
        var clientID: String?
        /// The user, or `nil` if the token belongs to the client itself.
        let user: User?
        let scopes: [String]
        /// When the token was issued, in seconds since 1970.
        let created: Int
        /// The lifetime in seconds, or `nil` if the token does not expire.
        var lifetime: Int?

        var id: String { token }
    }

    private let now: @Sendable () -> Date
    private let list: Records<Access>

    /// - Parameters:
    ///   - tokens: Tokens that do not expire.
    ///   - user: The user of these tokens.
    ///   - scopes: The scopes of these tokens.
    ///   - now: The closure that returns the current date.
    init(_ tokens: Set<String> = [], user: User? = nil, scopes: [String] = [], now: @escaping @Sendable () -> Date) {
        self.now = now
        let created = Int(now().timeIntervalSince1970)
        list = Records(tokens.map { Access(token: $0, user: user, scopes: scopes, created: created) })
    }

    /// Issues a token.
    ///
    /// - Parameter lifetime: The lifetime in seconds, or `nil` if the token does not expire.
    func issue(to user: User?, _ clientID: String, _ scopes: [String], lifetime: Int?, isRefreshable: Bool) -> Access {
        let access = Access(
            token: AuthorizationCodes.makeText(), refreshToken: isRefreshable ? AuthorizationCodes.makeText() : nil,
            clientID: clientID, user: user, scopes: scopes, created: Int(now().timeIntervalSince1970),
            lifetime: lifetime)
        return list.add { _ in access }
    }

    /// Returns the remaining lifetime in seconds, or `nil` if the token does not expire.
    func remainingLifetime(of access: Access) -> Int? {
        access.lifetime.map { $0 - (Int(now().timeIntervalSince1970) - access.created) }
    }

    /// Returns a valid token, or `nil` if it is unknown, expired, or revoked.
    func access(_ token: String) -> Access? { list[token].flatMap { remainingLifetime(of: $0) ?? 1 > 0 ? $0 : nil } }

    /// Redeems a refresh token and revokes its access token, or returns `nil` if the refresh token is invalid.
    func redeem(_ refreshToken: String, _ clientID: String) -> Access? {
        list.removeFirst { $0.refreshToken == refreshToken && $0.clientID == clientID }
    }

    /// Revokes an access token, or the access token that belongs to a refresh token, and returns whether it existed.
    func revoke(_ token: String) -> Bool { list.removeFirst { $0.token == token || $0.refreshToken == token } != nil }

    /// Revokes a token, unless it has been issued to another client, and returns whether the client may revoke it.
    ///
    /// Every client may revoke unknown tokens (RFC 7009, 2.2) and tokens without a client.
    func revoke(_ token: String, by clientID: String) -> Bool {
        let access = list.all.first { $0.token == token || $0.refreshToken == token }
        guard let access else { return true }
        guard access.clientID ?? clientID == clientID else { return false }
        _ = revoke(access.token)
        return true
    }
}
