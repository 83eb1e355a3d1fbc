extension CassetteTransport {
    /// The rule that determines which secrets are replaced by `<redacted>` in a cassette.
    ///
    /// The default rule redacts the following in requests and responses:
    ///
    /// - header fields such as `Authorization`, and the values of cookies
    /// - values with names such as `access_token`, `password` or `api_key` (see `SecretNames` in RillHTTP) in queries,
    ///   forms, JSON, XML and multipart bodies, and in other text in the form `token=…` or `"token": "…"`
    /// - credentials in URLs
    /// - repetitions of these secrets in the same exchange or in later ones, including repetitions that are encoded as
    ///   Base64, or escaped for URLs, JSON or HTML any number of times. Secrets shorter than four bytes and cookie
    ///   values that resemble words are not searched for.
    ///
    /// Redacted JSON remains valid: strings are replaced by the marker and numbers by 0. In an object with a secret
    /// name (`"token": {…}`), the members `id`, `key` and `value` and all random-looking strings are redacted. In
    /// bodies that are not valid UTF-8, only known secrets are found; they are overwritten with asterisks. Compressed
    /// or encrypted content is not searched. Review a cassette before you publish it.
    public struct Redaction: Sendable {
        /// A rule that redacts values with secret names.
        public static let `default` = Redaction()

        /// A rule that redacts nothing.
        ///
        /// The cassette contains all secrets in plain text.
        public static let none = Redaction(isOn: false)

        let names: Set<String>
        let values: Set<String>
        let isOn: Bool

        /// Creates a rule that redacts additional values.
        ///
        /// - Parameters:
        ///   - names: Additional case-insensitive names of header fields, query items, form fields and JSON members
        ///     whose values are secret. Defaults to none.
        ///   - values: Secrets to redact wherever they occur. Empty strings are ignored. Defaults to none.
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
