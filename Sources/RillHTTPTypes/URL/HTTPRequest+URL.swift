extension HTTPRequest {
    /// Creates a request for a URL.
    ///
    /// The URL is validated by ``checkedURL()`` before the request is sent.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The URL. Its fragment is ignored.
    ///   - headerFields: The header fields. Defaults to none.
    public init(method: Method, url: some URLConvertible, headerFields: HTTPFields = [:]) {
        let base = BaseURL(url.urlText)
        self.init(
            method: method, scheme: base.scheme, authority: base.authority, path: base.target("", [:]),
            headerFields: headerFields)
    }

    /// Returns the request's URL after validating the URL and the header fields.
    ///
    /// Transports call this before they send a request. It prevents request smuggling through line breaks or spaces in
    /// the URL and control characters in header field values.
    ///
    /// - Returns: The scheme, authority, path and query: `https://example.com/search?q=rx`.
    /// - Throws: A ``TransportError``. Its text does not include the URL, which may contain secrets.
    public func checkedURL() throws(TransportError) -> String {
        try check()
        return unvalidatedURL
    }

    /// The scheme, authority, path and query, which may contain secrets and may be invalid.
    package var unvalidatedURL: String {
        "\(scheme ?? "")://\(authority ?? "")\(path ?? "")"
    }

    /// Validates the URL and the header fields.
    package func check() throws(TransportError) {
        guard let scheme, scheme == "http" || scheme == "https" else {
            throw TransportError(.invalidURL, "the scheme must be http or https")
        }
        guard let authority, !authority.isEmpty else { throw TransportError(.invalidURL, "the host is missing") }
        try Self.check(authority: authority)
        guard var path, path.utf8.first == UInt8(ascii: "/") else {
            throw TransportError(.invalidURL, "the path must begin with a slash")
        }
        let allowed = ASCIISet.urlTarget
        guard path.withUTF8({ $0.allSatisfy { allowed.contains($0) } }) else {
            throw TransportError(.invalidURL, "the path or query contains a character that must be percent-encoded")
        }
        if let name = headerFields.lazy.map(\.name).first(where: { !$0.isValid }) {
            throw TransportError(.invalidRequest, HTTPField.Name.invalidNameText(name.rawName))
        }
        if let field = headerFields.first(where: \.containsControlCharacters) {
            throw TransportError(
                .invalidRequest,
                "the value of the \"\(field.name)\" header field contains a line break, NUL or another control "
                    + "character")
        }
    }

    static func check(authority: String) throws(TransportError) {
        var authority = authority
        if let problem = authority.withUTF8({ problem(ofAuthority: $0) }) {
            throw TransportError(.invalidURL, problem)
        }
    }

    private static func problem(ofAuthority bytes: UnsafeBufferPointer<UInt8>) -> String? {
        if bytes.contains(UInt8(ascii: "@")) {
            return "the URL contains a user name or password. Send an Authorization header field instead"
        }
        let allowed = ASCIISet.urlAuthority
        guard bytes.allSatisfy({ allowed.contains($0) }) else {
            return "the host contains an invalid character (encode international domain names in Punycode)"
        }
        let end: Int
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else {
                return "the closing bracket of the IPv6 address is missing"
            }
            end = bracket + 1
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
        }
        if end == 0 { return "the host is missing" }
        return isPort(bytes[end...]) ? nil : "the port must be a number from 0 to 65535"
    }

    /// Whether the rest of an authority is empty or a port.
    ///
    /// The number after the colon is optional (RFC 3986, section 3.2.3).
    private static func isPort(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let colon = rest.first else { return true }
        let digits = String(decoding: rest.dropFirst(), as: UTF8.self)
        guard colon == UInt8(ascii: ":"), digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return false }
        return digits.isEmpty || UInt16(digits) != nil
    }
}
