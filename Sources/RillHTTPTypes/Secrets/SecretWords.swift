/// The words of a name in any style, such as `user[new_password]`, `newPassword` or `New-Password2`, and the rule by which
/// they indicate a secret.
struct SecretWords {
    /// The words in lower case.
    private var words: [String] = []

    /// The letters and digits of the name.
    var text: String { words.joined() }

    /// Splits a name into its words.
    ///
    /// A word ends before every character that is not an ASCII letter or digit, before a capital letter, and between
    /// letters and digits. Only the end of a very long name is considered.
    init(_ name: some StringProtocol) {
        let scalars = Array(name.unicodeScalars.suffix(256))
        let kinds = scalars.map(Kind.init)
        for (index, kind) in kinds.enumerated() where kind != .other {
            let previous = index > 0 ? kinds[index - 1] : .other
            // In `APIKey`, the last of several capitals starts a word if a lowercase letter follows.
            let isLastCapital = kind == .capital && kinds[(index + 1)...].first == .small
            let continues = kind == previous && !isLastCapital || previous == .capital && kind == .small
            if !continues { words.append("") }
            words[words.count - 1] += String(scalars[index]).lowercased()
        }
    }

    private enum Kind {
        case small, capital, digit, other

        init(_ scalar: Unicode.Scalar) {
            switch scalar {
            case "a"..."z", "\u{80}"...: self = .small
            case "A"..."Z": self = .capital
            case "0"..."9": self = .digit
            default: self = .other
            }
        }
    }

    // MARK: Rule

    /// Returns whether the values of the name are secret.
    ///
    /// - Parameters:
    ///   - place: The context of the name.
    ///   - added: The names that the user has added, as letters and digits.
    func isSecret(in place: SecretNames.Place, _ added: Set<String>) -> Bool {
        guard !words.isEmpty, text != "idempotencykey", !text.hasPrefix("accesscontrol") else { return false }
        if place == .query, ["key", "code", "sid", "session", "ticket"].contains(text) { return true }
        if ["auth", "pass"].contains(text) || place == .field && Self.isField(text) || contains(added) { return true }
        let lastIndex = words.lastIndex { !$0.utf8.allSatisfy { 0x30...0x39 ~= $0 } } ?? 0
        if Self.properties.contains(words[lastIndex]) || text.hasSuffix("keyid") { return false }
        return words.indices.contains { index in
            var end = words[max(0, index - 5)...index].joined()
            if end.last == "s" { end.removeLast() }
            return Self.endings.contains(where: end.hasSuffix)
                || (index >= lastIndex || Self.tails.contains(words[index + 1]))
                    && run(to: index, count: 3, isIn: Self.last)
        }
    }

    /// Returns whether the name contains the words of one of the given names in sequence.
    func contains(_ names: Set<String>) -> Bool {
        !names.isEmpty && words.indices.contains { run(to: $0, count: 6, isIn: names) }
    }

    /// Returns whether up to `count` words that end at an index are together one of the given words.
    private func run(to index: Int, count: Int, isIn set: Set<String>) -> Bool {
        (max(0, index - count + 1)...index).contains { set.contains(words[$0...index].joined()) }
    }

    private static func isField(_ text: String) -> Bool {
        ["key", "session", "sid", "auth"].contains(where: text.hasSuffix) || text.contains("authoriz")
            || (text.hasPrefix("auth") || text.hasPrefix("xauth")) && !text.contains("author")
    }

    /// Words that make a name secret if any of its words ends with them, also in the plural: `accesstoken`, `api_keys`,
    /// `user[password]`.
    private static let endings = [
        "token", "secret", "password", "passwd", "passphrase", "passcode", "credential", "signature", "apikey",
        "accesskey", "accountkey", "subscriptionkey", "privatekey", "secretkey", "encryptionkey", "sessionkey",
        "signingkey", "authkey", "masterkey", "sharedkey", "clientkey", "sessionid", "sessid", "accesscode",
        "devicecode", "usercode", "codeverifier", "authcode", "authorizationcode", "verificationcode", "recoverycode",
        "backupcode", "securitycode", "connectionstring", "samlresponse",
    ]

    /// Words that make a name secret if they are its last words or are followed by a tail: `sms_otp`, `pin_code`,
    /// `jwtAssertion`.
    private static let last: Set<String> = [
        "sig", "pwd", "otp", "totp", "pin", "pincode", "cvv", "cvc", "hmac", "jwt", "assertion", "cookie", "cookies",
        "authorization", "csrf", "xsrf", "dpop", "adminpass",
    ]

    /// Words that may follow one of the ``last`` words in a secret name.
    private static let tails: Set<String> = [
        "code", "codes", "confirmation", "value", "number", "hash", "again", "repeat", "new",
    ]

    /// Last words that denote a property of a secret: `token_type`, `passwordExpiresAt`.
    private static let properties: Set<String> = [
        "type", "types", "count", "counts", "limit", "limits", "length", "size", "name", "names", "expires", "expiry",
        "expiration", "in", "at", "on", "ttl", "url", "uri", "endpoint", "path", "status", "policy", "policies",
        "algorithm", "alg", "method", "methods", "format", "version", "enabled", "required", "valid", "invalid",
        "issuer", "audience", "scope", "scopes", "error", "errors", "used", "usage", "remaining", "total", "index",
        "changed", "created", "updated", "mode", "supported", "age", "lifetime", "strength", "days", "hours", "minutes",
        "seconds",
    ]
}
