internal import Foundation
internal import Rill

/// The valid access tokens.
///
/// `@unchecked Sendable`: `lock` guards the tokens.
final class QiitaTokens: @unchecked Sendable {
    private let lock = Lock()
    private var tokens: Set<String>

    init(_ tokens: Set<String>) {
        self.tokens = tokens
    }

    func contains(_ token: String) -> Bool { lock.withLock { tokens.contains(token) } }

    /// Issues a token of 40 hexadecimal digits.
    func issue() -> String {
        let token = (0..<5).map { _ in String(format: "%08x", UInt32.random(in: 0...UInt32.max)) }.joined()
        lock.withLock { _ = tokens.insert(token) }
        return token
    }

    /// Revokes a token, and returns whether it was valid.
    func revoke(_ token: String) -> Bool { lock.withLock { tokens.remove(token) != nil } }
}
