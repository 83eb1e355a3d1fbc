internal import Foundation

/// The tokens that were given out, and what has become of them.
///
/// `@unchecked Sendable`: `lock` guards the list.
final class GarageTokens: @unchecked Sendable {
    /// One token, and what it is good for.
    struct Access: Sendable {
        let token: String
        let refreshToken: String?
        let scopes: [String]
        /// Whose it is; nil if it is the application's own.
        let userID: Int?
        let applicationUID: String?
        let created: Int
        /// For how many seconds it is good; nil for ever.
        let lifetime: Int?
        var isRevoked = false

        /// How many seconds it is good yet; nil for ever.
        func rest(at second: Int) -> Int? { lifetime.map { $0 - (second - created) } }

        func isGood(at second: Int) -> Bool { !isRevoked && rest(at: second).map { $0 > 0 } ?? true }
    }

    private let options: SampleGarage.Options
    private let lock = NSLock()
    private var list: [Access]

    init(options: SampleGarage.Options) {
        self.options = options
        let now = Int(options.now().timeIntervalSince1970)
        list = options.tokens.map {
            Access(
                token: $0, refreshToken: nil, scopes: options.defaultScopes, userID: 1, applicationUID: nil,
                created: now,
                lifetime: nil)
        }
    }

    /// What time it is, in seconds since 1970.
    var second: Int { Int(options.now().timeIntervalSince1970) }

    /// What a token is good for; nil if it is not known, has expired or was revoked.
    func access(_ token: String) -> Access? {
        let second = second
        lock.lock()
        defer { lock.unlock() }
        return list.first { $0.token == token && $0.isGood(at: second) }
    }

    /// Gives out a token.
    func issue(to userID: Int?, application: String, scopes: [String]) -> Access {
        let second = second
        let access = Access(
            token: Self.makeToken(), refreshToken: options.issuesRefreshTokens ? Self.makeToken() : nil, scopes: scopes,
            userID: userID, applicationUID: application, created: second, lifetime: options.tokenLifetime)
        lock.lock()
        defer { lock.unlock() }
        list.append(access)
        return access
    }

    /// Takes a refresh token, once: the token that it came along with is revoked; nil if it is not good.
    func redeem(_ refreshToken: String, application: String) -> Access? {
        lock.lock()
        defer { lock.unlock() }
        guard
            let index = list.firstIndex(where: {
                $0.refreshToken == refreshToken && $0.applicationUID == application && !$0.isRevoked
            })
        else { return nil }
        list[index].isRevoked = true
        return list[index]
    }

    /// Revokes a token, or what a refresh token has come along with.
    func revoke(_ token: String) {
        lock.lock()
        defer { lock.unlock() }
        for index in list.indices where list[index].token == token || list[index].refreshToken == token {
            list[index].isRevoked = true
        }
    }

    private static func makeToken() -> String {
        (0..<4).map { _ in String(UInt64.random(in: (1 << 60)...(.max)), radix: 16) }.joined()
    }
}
