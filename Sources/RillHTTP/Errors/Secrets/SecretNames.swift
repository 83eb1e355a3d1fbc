internal import Rill

/// The names that announce a secret in a header field, a query, a form, JSON, XML or another text.
///
/// Errors, logs, cURL commands and cassettes redact the values of these names. Names are compared word by word, in any
/// style: `client_secret`, `clientSecret`, `Client-Secret` and `user[client_secret]` are alike, and a word such as `token` or
/// `password` makes every longer name secret, unless the name's last word is a property: `access_token` and
/// `password_confirmation` are secret, `token_type` and `password_expires_at` are not.
///
/// Add the names that only your services use:
///
///     SecretNames.add(["employee_number", "X-Ticket"])
public enum SecretNames {
    /// Where a name stands: some words announce a secret in one place only.
    package enum Place: Sendable {
        /// JSON, XML, parts of a form and other texts.
        case text
        /// The query of a URL, and a form.
        case query
        /// A header field.
        case field
    }

    /// Adds names whose values are secret everywhere in the process.
    ///
    /// Call this before the first request, as texts that have been written already do not change. A name also covers longer
    /// names that contain its words in a row: `employee_number` covers `X-Employee-Number` and `employeeNumberOld`.
    ///
    /// - Parameter names: The names, in any style. Names without a letter or a digit are ignored.
    public static func add(_ names: some Sequence<String>) {
        let letters = names.map { NameWords($0).letters }.filter { !$0.isEmpty }
        registry.add(letters)
    }

    /// Whether values of this name must not appear in a text.
    ///
    /// In doubt a name is secret: `next_page_token` is, too.
    package static func contains(_ name: some StringProtocol, in place: Place = .text) -> Bool {
        let words = NameWords(name)
        guard !words.isEmpty, !isExempt(words) else { return false }
        switch place {
        case .text: break
        case .query: if SecretWords.inQueries.contains(words.text) { return true }
        case .field: if isSecretField(words) { return true }
        }
        return isSecret(words)
    }

    /// Whether values of a header field are secret.
    ///
    /// Remembers its results, as it is called for each field of a response.
    static func containsField(_ canonicalName: String) -> Bool {
        registry.isSecretField(canonicalName) { contains(canonicalName, in: .field) }
    }

    /// Whether a value under a secret name is a number of tokens, as in `max_tokens: 5`, rather than a secret.
    package static func isCount(_ value: some StringProtocol, of name: some StringProtocol) -> Bool {
        value.utf8.count <= 9 && value.utf8.allSatisfy { 0x30...0x39 ~= $0 } && NameWords(name).text.hasSuffix("tokens")
    }

    /// Whether the segment after this one in a path is a secret: `/access_tokens/…`.
    ///
    /// `auth`, `credentials`, `session` and `sessions` are names of resources, as in `/auth/tokens`.
    static func standsBeforeSecret(_ segment: some StringProtocol) -> Bool {
        segment != "auth" && segment != "credentials" && contains(segment)
    }

    /// Whether a segment behind a secret name in a path is a part of an endpoint's name: `/oauth/token/info`.
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

    /// The names that were added, and which header fields are secret.
    private final class Registry: @unchecked Sendable {  // `added` and `fields` are guarded by `lock`
        private static let capacity = 1_024
        private let lock = Lock()
        private var added: Set<String> = []
        private var fields: [String: Bool] = [:]

        var hasAdded: Bool { lock.withLock { !added.isEmpty } }

        func add(_ names: [String]) {
            lock.withLock {
                added.formUnion(names)
                fields = [:]
            }
        }

        func isAdded(_ letters: String) -> Bool { lock.withLock { added.contains(letters) } }

        func isSecretField(_ name: String, _ compute: () -> Bool) -> Bool {
            if let known = lock.withLock({ fields[name] }) { return known }
            let isSecret = compute()
            // A server can send any number of names.
            lock.withLock { if fields.count < Self.capacity { fields[name] = isSecret } }
            return isSecret
        }
    }
}
