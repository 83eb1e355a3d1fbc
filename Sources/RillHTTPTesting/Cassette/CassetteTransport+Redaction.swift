extension CassetteTransport {
    /// What does not get into a cassette: in its place stands `<redacted>`.
    ///
    /// By default these are taken out, in requests and in answers:
    ///
    /// - header fields such as `Authorization`, and the values of cookies;
    /// - values of names such as `access_token`, `password` or `api_key` (see `SecretNames` of RillHTTP) in a query, a form,
    ///   JSON, XML or parts of a body, and in other texts where they look like `token=…` or `"token": "…"`;
    /// - credentials in a URL;
    /// - all of these wherever the same exchange or a later one repeats them, escaped for URLs, JSON or HTML any number of
    ///   times or in Base64; except those of less than four bytes, and cookies that read like words.
    ///
    /// JSON stays JSON: a string becomes another string, a number 0. Of an object behind a secret name (`"token": {…}`) its
    /// `id`, `key` and `value` and whatever else looks random are taken out. In bodies that are not UTF-8 only what is
    /// known to be secret is found, and overwritten with asterisks. What is compressed or encrypted cannot be looked into.
    /// Look through a cassette before you publish it.
    public struct Redaction: Sendable {
        /// Takes out what is secret by its name.
        public static let `default` = Redaction()

        /// Takes out nothing, and lets the cassette hold every secret in clear text.
        public static let none = Redaction(isOn: false)

        let names: Set<String>
        let values: Set<String>
        let isOn: Bool

        /// Creates a rule that takes out more than the default.
        ///
        /// - Parameters:
        ///   - names: Further names of header fields, query items, form fields and JSON members whose values are secret;
        ///     letters in any case.
        ///   - values: Secrets themselves, to be taken out wherever they stand; empty ones are left out.
        public init(names: Set<String> = [], values: Set<String> = []) {
            self.init(names: names, values: values, isOn: true)
        }

        private init(names: Set<String> = [], values: Set<String> = [], isOn: Bool) {
            self.names = Set(names.map { $0.lowercased() })
            self.values = values.filter { !$0.isEmpty }
            self.isOn = isOn
        }
    }
}
