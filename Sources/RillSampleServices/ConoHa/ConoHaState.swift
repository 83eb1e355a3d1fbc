internal import Foundation

/// What the sample of ConoHa has been told: tokens and pairs of keys.
///
/// `@unchecked Sendable`: `lock` guards all that changes.
final class ConoHaState: @unchecked Sendable {
    struct KeyPair: Sendable, Hashable {
        let access: String
        let secret: String
        let userID: String
        let tenantID: String
    }

    /// What has become of a token.
    enum Standing: Sendable {
        case good(ConoHaToken)
        case ended
        case unknown
    }

    private let options: SampleConoHa.Options
    private let lock = NSLock()
    private var tokens: [String: ConoHaToken] = [:]
    private var revoked: Set<String> = []
    private var pairs: [KeyPair] = []

    init(options: SampleConoHa.Options) {
        self.options = options
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    // MARK: Tokens

    /// Issues a token; one that is made of another lives no longer than that.
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
        locked { tokens[token.id] = token }
        return token
    }

    func standing(of id: String) -> Standing {
        let now = options.now()
        return locked {
            guard let token = tokens[id] else { return .unknown }
            return revoked.contains(id) || token.expires <= now ? .ended : .good(token)
        }
    }

    func revoke(_ token: ConoHaToken) {
        _ = locked { revoked.insert(token.id) }
    }

    // MARK: Pairs of keys

    func pairs(of userID: String) -> [KeyPair] {
        locked { pairs.filter { $0.userID == userID } }
    }

    /// Makes a pair; nil if that were one too many.
    func makePair(userID: String, tenantID: String) -> KeyPair? {
        let pair = KeyPair(
            access: Self.digits(bytes: 16), secret: Self.digits(bytes: 16), userID: userID, tenantID: tenantID)
        return locked {
            let count = pairs.count { $0.userID == userID }
            if let limit = options.credentialLimit, count >= limit { return nil }
            pairs.append(pair)
            return pair
        }
    }

    /// Takes a pair away; false if there is none.
    func removePair(_ access: String, of userID: String) -> Bool {
        locked {
            guard let place = pairs.firstIndex(where: { $0.access == access && $0.userID == userID }) else {
                return false
            }
            pairs.remove(at: place)
            return true
        }
    }

    // MARK: Names

    private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255) } }

    private static func digits(bytes count: Int) -> String {
        bytes(count).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func word(bytes count: Int) -> String {
        Data(bytes(count)).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
