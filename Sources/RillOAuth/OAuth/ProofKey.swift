internal import RillDigests
internal import RillSystem

/// The code verifier of an authorization request, and its challenge for the method `S256`.
///
/// - SeeAlso: RFC 7636
struct ProofKey: Sendable {
    var verifier = ProofKey.randomText()

    var challenge: String { Base64URL.encode(SHA256.digest(of: verifier.utf8)) }

    /// Returns 32 random bytes as 43 characters that need no encoding in URLs.
    static func randomText() -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}
