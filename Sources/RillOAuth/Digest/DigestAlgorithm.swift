internal import RillDigests

/// A hash algorithm of digest authentication.
struct DigestAlgorithm: Sendable, Equatable {
    /// The name in the spelling of the server, or `nil` if the challenge has none, which means MD5.
    let name: String?

    /// Whether the algorithm is SHA-256 and not MD5.
    let isSHA256: Bool

    /// Whether the password is hashed with the nonces, which is the suffix `-sess` of the name.
    let isSession: Bool

    /// Creates an algorithm, or returns `nil` if it is not supported.
    ///
    /// - Parameter name: The name in any case, or `nil` for the default, which is MD5.
    init?(_ name: String?) {
        let lowercased = (name ?? "MD5").lowercased()
        guard ["md5", "md5-sess", "sha-256", "sha-256-sess"].contains(lowercased) else { return nil }
        self.name = name
        isSHA256 = lowercased.hasPrefix("sha-256")
        isSession = lowercased.hasSuffix("-sess")
    }

    /// Returns the hash of a text in lowercase hexadecimal digits.
    func hash(_ text: String) -> String {
        let bytes = isSHA256 ? SHA256.digest(of: text.utf8) : MD5.digest(of: text.utf8)
        return bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
