extension HTTPRequest {
    /// The request's address, made sure to mean on the wire what it says here.
    ///
    /// Transports ask for it before they send anything. A line break or a space in the address could forge a request.
    ///
    /// - Returns: The scheme, the authority and the path with the query: `https://example.com/search?q=rx`.
    /// - Throws: A ``TransportError`` whose text does not repeat the address, as that may hold secrets.
    public func checkedURL() throws(TransportError) -> String {
        guard let scheme, scheme == "http" || scheme == "https" else {
            throw TransportError(.invalidURL, "it has to begin with http:// or https://")
        }
        guard let authority, !authority.isEmpty else { throw TransportError(.invalidURL, "it names no host") }
        try Self.check(authority: authority)
        guard let path, path.utf8.first == UInt8(ascii: "/") else {
            throw TransportError(.invalidURL, "its path does not begin with a slash")
        }
        guard path.utf8.allSatisfy({ PercentEncoding.isAllowed($0, in: .target) }) else {
            throw TransportError(
                .invalidURL, "its path or query holds a character that has to be percent-encoded")
        }
        return "\(scheme)://\(authority)\(path)"
    }

    private static func check(authority: String) throws(TransportError) {
        guard !authority.utf8.contains(UInt8(ascii: "@")) else {
            throw TransportError(
                .invalidURL, "it holds a user name or a password, which are not used: send an Authorization field")
        }
        guard authority.utf8.allSatisfy({ PercentEncoding.isAllowed($0, in: .authority) }) else {
            throw TransportError(
                .invalidURL, "its host holds a character that cannot be sent (write other scripts in Punycode)")
        }
        let host: Substring
        let port: Substring
        if authority.utf8.first == UInt8(ascii: "["), let end = authority.firstIndex(of: "]") {
            host = authority[...end]
            port = authority[end...].dropFirst()
        } else {
            host = authority.prefix { $0 != ":" }
            port = authority[host.endIndex...]
        }
        guard !host.isEmpty else { throw TransportError(.invalidURL, "it names no host") }
        // A port that is missing behind its colon is the scheme's own (RFC 3986, 3.2.3).
        guard port.isEmpty || port == ":" || isPort(port) else {
            throw TransportError(.invalidURL, "its port is not a number from 0 to 65535")
        }
    }

    private static func isPort(_ text: Substring) -> Bool {
        let digits = text.dropFirst()
        return text.first == ":" && digits.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt16(digits) != nil
    }
}
