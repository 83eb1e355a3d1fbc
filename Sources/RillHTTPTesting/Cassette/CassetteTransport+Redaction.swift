extension CassetteTransport {
    /// The rule that determines which secrets are replaced by `<redacted>` in a cassette.
    ///
    /// The default rule redacts the following in requests and responses:
    ///
    /// - header fields such as `Authorization`, and the values of cookies
    /// - the values of names such as `access_token`, `password` or `api_key` (see `SecretNames` in RillHTTP) in the query of
    ///   a URL, and in bodies whose content type is a form, multipart form or JSON, or a stream of JSON
    /// - credentials in URLs, and values that a path contains as `\(secret: value)`
    /// - a response that a parser declares secret with ``/RillHTTP/ResponseParser/withSecretBody``, unless it is valid JSON
    /// - repetitions of these secrets in the same exchange or in later ones: unchanged, percent-encoded, escaped in JSON,
    ///   or in Base64. Secrets shorter than four bytes, and values of cookies and of ambiguous names such as `key` shorter
    ///   than eight bytes, are not searched for.
    ///
    /// Nothing else is redacted: XML, HTML, and other texts are only searched for known secrets. Add the names and values
    /// that only your services use.
    ///
    /// Redacted JSON remains valid: strings are replaced by the marker and numbers by 0. In an object with a secret
    /// name (`"token": {…}`), the members `id`, `key` and `value` are redacted. In binary data, known secrets are
    /// overwritten with asterisks. Compressed or encrypted content is not searched. Review a cassette before you publish
    /// it.
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
        ///   - names: Additional names of header fields, query items, form fields and JSON members whose values are
        ///     secret, compared word by word as by `SecretNames.add(_:)` in RillHTTP. Defaults to none.
        ///   - values: Secrets to redact wherever they occur. Empty strings are ignored. Defaults to none.
        public init(names: Set<String> = [], values: Set<String> = []) {
            self.init(names: names, values: values, isOn: true)
        }

        private init(names: Set<String> = [], values: Set<String> = [], isOn: Bool) {
            self.names = names
            self.values = values.filter { !$0.isEmpty }
            self.isOn = isOn
        }
    }
}
