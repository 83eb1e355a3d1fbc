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
    private var revoked: Set<String> = []
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
            id: isLong ? "gAAAAA" + Self.word(bytes: 132) : Self.digits(bytes: 16), user: user,
            methods: [method] + (parent?.methods ?? []).filter { $0 != method },
            auditIDs: [Self.word(bytes: 16)] + (parent?.auditIDs.suffix(1) ?? []), issued: now,
            expires: parent?.expires ?? now + TimeInterval(options.tokenLifetime), scope: scope)
        lock.withLock { tokens[token.id] = token }
        return token
    }

    /// Returns the valid token with an ID.
    func token(_ id: String) throws(ErrorResponse) -> ConoHaToken {
        let now = options.now()
        let (token, isRevoked) = lock.withLock { (tokens[id], revoked.contains(id)) }
        guard let token else { throw ConoHaError.unknownSubject }
        guard !isRevoked, token.expires > now else { throw ConoHaError.invalidSubject }
        return token
    }

    func revoke(_ token: ConoHaToken) {
        _ = lock.withLock { revoked.insert(token.id) }
    }

    // MARK: EC2 credentials

    func pairs(of userID: String) -> [KeyPair] {
        lock.withLock { pairs.filter { $0.userID == userID } }
    }

    /// Creates an EC2 credential, or returns `nil` if the limit is exceeded.
    func makePair(userID: String, tenantID: String) -> KeyPair? {
        let pair = KeyPair(
            access: Self.digits(bytes: 16), secret: Self.digits(bytes: 16), userID: userID, tenantID: tenantID)
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

    // MARK: Random identifiers

    private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255) } }

    private static func digits(bytes count: Int) -> String {
        bytes(count).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func word(bytes count: Int) -> String {
        Base64URL.encode(bytes(count))
    }
}
