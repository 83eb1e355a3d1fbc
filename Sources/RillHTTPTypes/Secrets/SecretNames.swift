internal import Rill

/// The names that indicate a secret value in header fields, queries, forms and JSON.
///
/// Errors, logs, traces, cURL commands and cassettes redact the values of these names, and the values that a request sends
/// under these names wherever they occur. Names are compared word by word, in any style: `client_secret`, `clientSecret`,
/// `Client-Secret` and `user[client_secret]` are equivalent. A word such as `token` or `password` makes every longer name
/// secret, unless the last word of the name is a property: `access_token` and `password_confirmation` are secret,
/// `token_type` and `password_expires_at` are not.
///
/// Add the names that only your services use:
///
///     SecretNames.add(["employee_number", "X-Ticket"])
public enum SecretNames {
    /// The context of a name.
    ///
    /// Some words indicate a secret only in one context.
    package enum Place: Sendable {
        /// JSON, the query of a URL or a form, and a header field.
        case text, query, field
    }

    /// Adds names whose values are redacted everywhere in the process.
    ///
    /// Call this method before the first request, because existing texts are not redacted again. A name also matches
    /// longer names that contain its words in sequence: `employee_number` matches `X-Employee-Number` and
    /// `employeeNumberOld`.
    ///
    /// - Parameter names: The names, in any style. Names without a letter or digit are ignored.
    public static func add(_ names: some Sequence<String>) {
        let letters = names.map { SecretWords($0).text }.filter { !$0.isEmpty }
        lock.withLock {
            added.formUnion(letters)
            results = [:]
        }
    }

    /// Returns whether the values of a name are secret.
    ///
    /// Ambiguous names such as `next_page_token` are also secret. Results are cached, because the same names recur in
    /// texts.
    package static func contains(_ name: some StringProtocol, in place: Place = .text) -> Bool {
        lock.withLock {
            if let known = results[place]?[String(name)] { return known }
            let isSecret = SecretWords(name).isSecret(in: place, added)
            // The cache is limited, because a server can send any number of names of any length.
            if name.utf8.count <= 64, results[place]?.count ?? 0 < 1_024 {
                results[place, default: [:]][String(name)] = isSecret
            }
            return isSecret
        }
    }

    /// Returns whether the value of a secret name is a number of tokens, as in `max_tokens: 5`, rather than a secret.
    package static func isCount(_ value: some StringProtocol, of name: some StringProtocol) -> Bool {
        value.utf8.count <= 9 && value.utf8.allSatisfy { 0x30...0x39 ~= $0 }
            && SecretWords(name).text.hasSuffix("tokens")
    }

    // MARK: State

    private static let lock = Lock()

    /// The added names, as letters and digits.
    private nonisolated(unsafe) static var added: Set<String> = []  // guarded by `lock`

    /// A cache of the results for names.
    private nonisolated(unsafe) static var results: [Place: [String: Bool]] = [:]  // guarded by `lock`
}
