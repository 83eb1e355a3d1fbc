internal import Foundation
internal import Rill

/// The issued tokens and their state.
///
/// `@unchecked Sendable`: `lock` guards the list.
final class GarageTokens: @unchecked Sendable {
    /// A token with its scopes, owner, and lifetime.
    struct Access: Sendable {
        let token: String
        let refreshToken: String?
        let scopes: [String]
        /// The ID of the user, or `nil` if the token belongs to the application itself.
        let userID: Int?
        let applicationUID: String?
        let created: Int
        /// The lifetime in seconds, or `nil` if the token does not expire.
        let lifetime: Int?
        var isRevoked = false

        /// Returns the remaining lifetime in seconds, or `nil` if the token does not expire.
        func remainingLifetime(at second: Int) -> Int? { lifetime.map { $0 - (second - created) } }

        func isValid(at second: Int) -> Bool { !isRevoked && remainingLifetime(at: second).map { $0 > 0 } ?? true }
    }

    /// The scopes of tokens that are requested without scopes.
    static let defaultScopes = ["public", "write_post"]

    private let options: SampleGarage.Options
    private let lock = Lock()
    private var list: [Access]

    init(options: SampleGarage.Options) {
        self.options = options
        let now = Int(options.now().timeIntervalSince1970)
        list = options.tokens.map {
            Access(
                token: $0, refreshToken: nil, scopes: Self.defaultScopes, userID: 1, applicationUID: nil,
                created: now, lifetime: nil)
        }
    }

    /// The current time, in seconds since 1970.
    var currentSecond: Int { Int(options.now().timeIntervalSince1970) }

    /// Returns a valid token, or `nil` if it is unknown, expired, or revoked.
    func access(_ token: String) -> Access? {
        let second = currentSecond
        return lock.withLock { list.first { $0.token == token && $0.isValid(at: second) } }
    }

    /// Issues a token.
    func issue(to userID: Int?, application: String, scopes: [String]) -> Access {
        let second = currentSecond
        let access = Access(
            token: AuthorizationCodes.makeText(),
            refreshToken: options.issuesRefreshTokens ? AuthorizationCodes.makeText() : nil, scopes: scopes,
            userID: userID, applicationUID: application, created: second, lifetime: options.tokenLifetime)
        return lock.withLock {
            list.append(access)
            return access
        }
    }

    /// Redeems a refresh token and revokes its access token.
    ///
    /// Returns `nil` if the refresh token is invalid.
    func redeem(_ refreshToken: String, application: String) -> Access? {
        lock.withLock {
            guard
                let index = list.firstIndex(where: {
                    $0.refreshToken == refreshToken && $0.applicationUID == application && !$0.isRevoked
                })
            else { return nil }
            list[index].isRevoked = true
            return list[index]
        }
    }

    /// Revokes an access token, or the access token that belongs to a refresh token.
    func revoke(_ token: String) {
        lock.withLock {
            for index in list.indices where list[index].token == token || list[index].refreshToken == token {
                list[index].isRevoked = true
            }
        }
    }
}
