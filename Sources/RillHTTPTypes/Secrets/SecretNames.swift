internal import Rill

/// The names that indicate a secret value in header fields, queries, forms, JSON, XML and other texts.
///
/// Errors, logs, cURL commands and cassettes redact the values of these names. Names are compared word by word, in any
/// style: `client_secret`, `clientSecret`, `Client-Secret` and `user[client_secret]` are equivalent. A word such as
/// `token` or `password` makes every longer name secret, unless the last word of the name is a property: `access_token`
/// and `password_confirmation` are secret, `token_type` and `password_expires_at` are not.
///
/// Add the names that only your services use:
///
///     SecretNames.add(["employee_number", "X-Ticket"])
public enum SecretNames {
    /// The context of a name.
    ///
    /// Some words indicate a secret only in one context.
    package enum Place: Sendable {
        /// JSON, XML, form parts and other texts.
        case text
        /// The query of a URL, or a form.
        case query
        /// A header field.
        case field
    }

    /// Adds names whose values are redacted everywhere in the process.
    ///
    /// Call this method before the first request, because existing texts are not redacted again. A name also matches
    /// longer names that contain its words in sequence: `employee_number` matches `X-Employee-Number` and
    /// `employeeNumberOld`.
    ///
    /// - Parameter names: The names, in any style. Names without a letter or digit are ignored.
    public static func add(_ names: some Sequence<String>) {
        let letters = names.map { NameWords($0).letters }.filter { !$0.isEmpty }
        registry.add(letters)
    }

    /// Returns whether the values of a name are secret.
    ///
    /// Ambiguous names such as `next_page_token` are also secret. Results are cached, because the same names recur in
    /// texts.
    package static func contains(_ name: some StringProtocol, in place: Place = .text) -> Bool {
        registry.isSecret(String(name), in: place) { isSecret(NameWords(name), in: place) }
    }

    private static func isSecret(_ words: NameWords, in place: Place) -> Bool {
        guard !words.isEmpty, !isExempt(words) else { return false }
        switch place {
        case .text: break
        case .query: if SecretWords.inQueries.contains(words.text) { return true }
        case .field: if isSecretField(words) { return true }
        }
        return isSecret(words)
    }

    /// Returns whether a member of an object with a secret name is secret, as in `"token": {"id": "…"}`.
    package static func containsMember(_ name: some StringProtocol) -> Bool {
        ["id", "key", "value"].contains(name.lowercased()) || contains(name)
    }

    /// Returns whether the content of an XML element is secret, or contains a secret element as in
    /// `<UserDelegationKey><Value>…</Value></UserDelegationKey>`.
    static func containsElement(_ name: String) -> Bool { name == "UserDelegationKey" || contains(name) }

    /// Returns whether an element inside an element with a secret name is secret.
    static func containsElementMember(_ name: String) -> Bool { ["key", "value"].contains(name.lowercased()) }

    /// Returns whether a text contains a token request in JSON: an object with a client secret or a code verifier.
    ///
    /// In such a request, `code` is an authorization code. In other JSON, it is usually an error code.
    package static func isTokenRequest(_ text: [UInt8]) -> Bool {
        ["client_secret", "code_verifier"].contains { name in
            guard let range = text[...].range(of: Array(name.utf8)) else { return false }
            let rest = text[range.upperBound...].drop { SecretScanner.isQuoting($0) || SecretScanner.isBlank($0) }
            return rest.startIndex > range.upperBound && rest.first == UInt8(ascii: ":")
        }
    }

    /// Returns whether the value of a secret name is a number of tokens, as in `max_tokens: 5`, rather than a secret.
    package static func isCount(_ value: some StringProtocol, of name: some StringProtocol) -> Bool {
        value.utf8.count <= 9 && value.utf8.allSatisfy { 0x30...0x39 ~= $0 } && NameWords(name).text.hasSuffix("tokens")
    }

    /// Returns whether the path segment after this one is a secret, as in `/access_tokens/…`.
    ///
    /// `auth`, `credentials`, `session` and `sessions` are resource names, as in `/auth/tokens`.
    static func precedesSecret(_ segment: some StringProtocol) -> Bool {
        segment != "auth" && segment != "credentials" && contains(segment)
    }

    /// Returns whether a path segment after a secret name is part of an endpoint's name, as in `/oauth/token/info`.
    static func isEndpoint(_ segment: some StringProtocol) -> Bool { SecretWords.endpoints.contains(String(segment)) }

    // MARK: Words

    private static func isSecretField(_ words: NameWords) -> Bool {
        let text = words.text
        return text.hasSuffix("key") || text.hasSuffix("session") || text.hasSuffix("sid")
            || (text.hasPrefix("auth") || text.hasPrefix("xauth")) && !text.contains("author")
            || text.contains("authoriz")
    }

    private static func isExempt(_ words: NameWords) -> Bool {
        SecretWords.exempt.contains(words.text) || words.text.hasPrefix("accesscontrol")
    }

    private static func isSecret(_ words: NameWords) -> Bool {
        if SecretWords.whole.contains(words.text) { return true }
        if registry.hasAdded, words.runs.contains(where: registry.isAdded) { return true }
        guard !SecretWords.properties.contains(words.last), !words.text.hasSuffix("keyid") else { return false }
        let text = words.text.utf8
        for (index, end) in words.ends.enumerated() {
            var word = text.prefix(end)
            if SecretWords.isEnding(of: word) { return true }
            if word.last == UInt8(ascii: "s") {
                word = word.dropLast()
                if SecretWords.isEnding(of: word) { return true }
            }
            let isLast = index >= words.lastIndex
            if isLast || SecretWords.tails.contains(words[index + 1]),
                words.hasWord(in: SecretWords.words, before: index)
            {
                return true
            }
        }
        return false
    }

    // MARK: Registry

    private static let registry = Registry()

    /// The added names, and a cache of the results for names.
    private final class Registry: @unchecked Sendable {  // `added` and `results` are guarded by `lock`
        private struct Key: Hashable {
            let name: String
            let place: Place
        }

        // The cache is limited, because a server can send any number of names of any length.
        private static let capacity = 1_024
        private static let maximumLength = 64

        private let lock = Lock()
        private var added: Set<String> = []
        private var results: [Key: Bool] = [:]

        var hasAdded: Bool { lock.withLock { !added.isEmpty } }

        func add(_ names: [String]) {
            lock.withLock {
                added.formUnion(names)
                results = [:]
            }
        }

        func isAdded(_ letters: String) -> Bool { lock.withLock { added.contains(letters) } }

        func isSecret(_ name: String, in place: Place, _ compute: () -> Bool) -> Bool {
            guard name.utf8.count <= Self.maximumLength else { return compute() }
            let key = Key(name: name, place: place)
            let (known, count) = lock.withLock { (results[key], added.count) }
            if let known { return known }
            let isSecret = compute()
            lock.withLock {
                // A result is outdated if a name has been added in the meantime.
                if results.count < Self.capacity, added.count == count { results[key] = isSecret }
            }
            return isSecret
        }
    }
}
