/// Which names stand before a secret: of header fields, of pairs in a query or a form, of members in JSON.
package enum SecretNames {
    /// Whether what is called by this name must not appear in a text.
    ///
    /// Rather one name too many: `next_page_token` is hidden, too.
    package static func contains(_ name: some StringProtocol) -> Bool {
        contains(letters: letters(name))
    }

    /// The same for a name in a query, where some words mean what they mean nowhere else.
    static func containsInQuery(_ name: some StringProtocol) -> Bool {
        let letters = letters(name)
        return inQueries.contains(letters) || contains(letters: letters)
    }

    /// The same for the name of a header field: all sorts of keys and authorizations.
    static func containsField(_ name: some StringProtocol) -> Bool {
        let letters = letters(name)
        if letters == "idempotencykey" { return false }
        return letters.hasSuffix("key") || letters.hasPrefix("auth") || letters.hasPrefix("xauth") || letters == "dpop"
            || letters.hasSuffix("authorization") || contains(letters: letters)
    }

    private static func letters(_ name: some StringProtocol) -> String {
        HTTPToken.lowercased(String(name.filter { $0 != "_" && $0 != "-" && $0 != "." }))
    }

    private static func contains(letters: String) -> Bool {
        whole.contains(letters) || endings.contains { letters.hasSuffix($0) }
    }

    /// Whether the segment after this one in a path is a secret: `/access_tokens/…`.
    ///
    /// `auth` and `credentials` are names of places, as in `/auth/tokens` and `/credentials/OS-EC2`.
    static func standsBeforeSecret(_ segment: some StringProtocol) -> Bool {
        segment != "auth" && segment != "credentials"
            && (contains(segment) || segment.hasSuffix("s") && contains(segment.dropLast()))
    }

    private static let whole: Set<String> = [
        "sig", "pwd", "passwd", "pass", "passphrase", "authorization", "proxyauthorization", "cookie", "setcookie",
        "assertion", "clientassertion", "jwt", "auth", "adminpass",
    ]

    /// A key for an API, a code that is exchanged for a token.
    private static let inQueries: Set<String> = ["key", "code", "sid", "hmac"]

    private static let endings = [
        "token", "secret", "password", "signature", "apikey", "accesskey", "accountkey", "subscriptionkey",
        "privatekey", "secretkey", "encryptionkey", "sessionid", "credential", "credentials", "passwords", "secrets",
    ]
}
