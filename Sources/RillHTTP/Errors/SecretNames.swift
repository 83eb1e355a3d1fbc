/// Which names stand before a secret: of header fields, of pairs in a query or a form, of members in JSON.
package enum SecretNames {
    /// Whether what is called by this name must not appear in a text.
    ///
    /// Rather one name too many: `next_page_token` is hidden, too.
    package static func contains(_ name: some StringProtocol) -> Bool {
        let letters = HTTPToken.lowercased(String(name.filter { $0 != "_" && $0 != "-" && $0 != "." }))
        return whole.contains(letters) || endings.contains { letters.hasSuffix($0) }
    }

    /// Whether the segment after this one in a path is a secret: `/access_tokens/…`.
    static func standsBeforeSecret(_ segment: some StringProtocol) -> Bool {
        contains(segment) || segment.hasSuffix("s") && contains(segment.dropLast())
    }

    private static let whole: Set<String> = [
        "sig", "pwd", "passwd", "pass", "passphrase", "authorization", "proxyauthorization", "cookie", "setcookie",
        "assertion", "clientassertion",
    ]

    private static let endings = [
        "token", "secret", "password", "signature", "apikey", "accesskey", "accountkey", "subscriptionkey",
        "privatekey", "sessionid", "credential", "credentials",
    ]
}
