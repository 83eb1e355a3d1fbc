/// The words of names that indicate a secret, in lower case and without separators.
enum SecretWords {
    /// Words that make a name secret if any of its words ends with them: `accesstoken`, `api_keys`, `user[password]`.
    private static let endings = [
        "token", "secret", "password", "passwd", "passphrase", "passcode", "credential", "signature", "apikey",
        "accesskey",
        "accountkey", "subscriptionkey", "privatekey", "secretkey", "encryptionkey", "sessionkey", "signingkey",
        "authkey",
        "masterkey", "sharedkey", "clientkey", "sessionid", "sessid", "accesscode", "devicecode", "usercode",
        "codeverifier",
        "authcode", "authorizationcode", "verificationcode", "recoverycode", "backupcode", "securitycode",
        "connectionstring", "samlresponse",
    ]
    .map { Array($0.utf8) }

    /// Returns whether a text ends with one of the endings.
    static func isEnding(of text: Substring.UTF8View) -> Bool {
        guard let last = text.last, let candidates = endingsByLast[last] else { return false }
        return candidates.contains { text.count >= $0.count && text.suffix($0.count).elementsEqual($0) }
    }

    private static let endingsByLast: [UInt8: [[UInt8]]] = Dictionary(grouping: endings) { $0[$0.count - 1] }

    /// Words that make a name secret if they are its last words or are followed by a tail: `sms_otp`, `pin_code`,
    /// `jwtAssertion`.
    static let words: Set<String> = [
        "sig", "pwd", "otp", "totp", "pin", "pincode", "cvv", "cvc", "hmac", "jwt", "assertion", "cookie", "cookies",
        "authorization", "csrf", "xsrf", "dpop", "adminpass",
    ]

    /// Words that may follow one of the ``words`` in a secret name.
    static let tails: Set<String> = [
        "code", "codes", "confirmation", "value", "number", "hash", "again", "repeat", "new",
    ]

    /// Names that are secret only as a whole.
    static let whole: Set<String> = ["auth", "pass"]

    /// Names that are secret only in a query or a form: API keys, and codes that are exchanged for a token.
    static let inQueries: Set<String> = ["key", "code", "sid", "session", "ticket"]

    /// Names that are never secret.
    static let exempt: Set<String> = ["idempotencykey"]

    /// Last words that denote a property of a secret: `token_type`, `passwordExpiresAt`.
    static let properties: Set<String> = [
        "type", "types", "count", "counts", "limit", "limits", "length", "size", "name", "names", "expires", "expiry",
        "expiration", "in", "at", "on", "ttl", "url", "uri", "endpoint", "path", "status", "policy", "policies",
        "algorithm",
        "alg", "method", "methods", "format", "version", "enabled", "required", "valid", "invalid", "issuer",
        "audience",
        "scope", "scopes", "error", "errors", "used", "usage", "remaining", "total", "index", "changed", "created",
        "updated",
        "mode", "supported", "age", "lifetime", "strength", "days", "hours", "minutes", "seconds",
    ]

    /// Path segments that follow a secret name and are not secret, as in `/oauth/token/info`.
    static let endpoints: Set<String> = [
        "info", "introspect", "introspection", "revoke", "revocation", "refresh", "renew", "verify", "validate",
        "exchange",
        "new", "edit", "reset", "forgot",
    ]
}
