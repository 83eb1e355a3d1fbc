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
        /// JSON.
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
        let letters = names.map { SecretWords($0).text }.filter { !$0.isEmpty }
        state.withLock { state in
            state.added.formUnion(letters)
            state.results = [:]
        }
    }

    /// Returns whether the values of a name are secret.
    ///
    /// Ambiguous names such as `next_page_token` are also secret. Results are cached, because the same names recur in
    /// texts.
    package static func contains(_ name: some StringProtocol, in place: Place = .text) -> Bool {
        let (known, added) = state.withLock { ($0.results[place]?[String(name)], $0.added) }
        if let known { return known }
        let isSecret = SecretWords(name).isSecret(in: place, added)
        // The cache is limited, because a server can send any number of names of any length.
        guard name.utf8.count <= 64 else { return isSecret }
        state.withLock { state in
            // A result is outdated if a name has been added in the meantime.
            guard state.results[place]?.count ?? 0 < 1_024, state.added.count == added.count else { return }
            state.results[place, default: [:]][String(name)] = isSecret
        }
        return isSecret
    }

    /// Returns whether the value of a secret name is a number of tokens, as in `max_tokens: 5`, rather than a secret.
    package static func isCount(_ value: some StringProtocol, of name: some StringProtocol) -> Bool {
        value.utf8.count <= 9 && value.utf8.allSatisfy { 0x30...0x39 ~= $0 }
            && SecretWords(name).text.hasSuffix("tokens")
    }

    // MARK: State

    /// The added names, and a cache of the results for names.
    private final class State: @unchecked Sendable {  // the variables are guarded by `lock`
        private let lock = Lock()
        var added: Set<String> = []
        var results: [Place: [String: Bool]] = [:]

        func withLock<Result>(_ body: (State) -> Result) -> Result { lock.withLock { body(self) } }
    }

    private static let state = State()
}
