internal import Foundation
internal import RillHTTP
internal import RillSystem

/// The issued tokens and EC2 credentials.
///
/// `@unchecked Sendable`: `lock` guards all mutable state.
final class ConoHaState: @unchecked Sendable {
    struct KeyPair: Sendable, Hashable {
        let access: String
        let secret: String
        let userID: String
        let tenantID: String
    }

    private let options: SampleConoHa.Options
    private let lock = Lock()
    private var tokens: [String: ConoHaToken] = [:]
    private var pairs: [KeyPair] = []

    init(options: SampleConoHa.Options) {
        self.options = options
    }

    // MARK: Tokens

    /// Issues a token.
    ///
    /// A token issued from another token expires at the same time as that token.
    func issue(
        to user: ConoHaAccounts.User, by method: String, from parent: ConoHaToken?, for scope: ConoHaToken.Scope,
        isLong: Bool
    ) -> ConoHaToken {
        let now = options.now()
        let token = ConoHaToken(
            id: isLong ? "gAAAAA" + Self.word(bytes: 132) : AuthorizationCodes.makeText(digits: 32), user: user,
            methods: [method] + (parent?.methods ?? []).filter { $0 != method },
            auditIDs: [Self.word(bytes: 16)] + (parent?.auditIDs.suffix(1) ?? []), issued: now,
            expires: parent?.expires ?? now + TimeInterval(options.tokenLifetime), scope: scope)
        lock.withLock { tokens[token.id] = token }
        return token
    }

    /// Returns the valid token with an ID.
    func token(_ id: String) throws(ErrorResponse) -> ConoHaToken {
        let now = options.now()
        guard let token = lock.withLock({ tokens[id] }) else { throw ConoHaError.unknownSubject }
        guard !token.isRevoked, token.expires > now else { throw ConoHaError.invalidSubject }
        return token
    }

    func revoke(_ token: ConoHaToken) {
        lock.withLock { tokens[token.id]?.isRevoked = true }
    }

    // MARK: EC2 credentials

    func pairs(of userID: String) -> [KeyPair] { lock.withLock { pairs.filter { $0.userID == userID } } }

    /// Creates an EC2 credential, or returns `nil` if the limit is exceeded.
    func makePair(userID: String, tenantID: String) -> KeyPair? {
        let pair = KeyPair(
            access: AuthorizationCodes.makeText(digits: 32), secret: AuthorizationCodes.makeText(digits: 32),
            userID: userID, tenantID: tenantID)
        return lock.withLock {
            let count = pairs.count { $0.userID == userID }
            if let limit = options.credentialLimit, count >= limit { return nil }
            pairs.append(pair)
            return pair
        }
    }

    /// Removes an EC2 credential.
    ///
    /// Returns `false` if it does not exist.
    func removePair(_ access: String, of userID: String) -> Bool {
        lock.withLock {
            let count = pairs.count
            pairs.removeAll { $0.access == access && $0.userID == userID }
            return pairs.count < count
        }
    }

    /// Returns random bytes in Base64URL, without padding.
    private static func word(bytes count: Int) -> String {
        Base64URL.encode((0..<count).map { _ in UInt8.random(in: 0...255) })
    }
}
