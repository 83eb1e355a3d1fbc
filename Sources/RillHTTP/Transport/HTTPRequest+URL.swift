extension HTTPRequest {
    /// The request's address; the request is made sure to mean on the wire what it says here.
    ///
    /// Transports ask for it before they send anything. A line break or a space in the address, or a line break in a field,
    /// could forge a request.
    ///
    /// - Returns: The scheme, the authority and the path with the query: `https://example.com/search?q=rx`.
    /// - Throws: A ``TransportError`` whose text does not repeat the address, as that may hold secrets.
    public func checkedURL() throws(TransportError) -> String {
        try check()
        let parts = [scheme ?? "", "://", authority ?? "", path ?? ""]
        var url = ""
        url.reserveCapacity(parts.reduce(0) { $0 + $1.utf8.count })
        for part in parts { url += part }
        return url
    }

    /// Makes sure that the request means on the wire what it says.
    func check() throws(TransportError) {
        guard let scheme, scheme == "http" || scheme == "https" else {
            throw TransportError(.invalidURL, "it has to begin with http:// or https://")
        }
        guard let authority, !authority.isEmpty else { throw TransportError(.invalidURL, "it names no host") }
        try Self.check(authority: authority)
        guard var path, path.utf8.first == UInt8(ascii: "/") else {
            throw TransportError(.invalidURL, "its path does not begin with a slash")
        }
        let allowed = ASCIISet.urlTarget
        guard path.withUTF8({ $0.allSatisfy { allowed.contains($0) } }) else {
            throw TransportError(
                .invalidURL, "its path or query holds a character that has to be percent-encoded")
        }
        if let field = headerFields.first(where: \.isForged) {
            throw TransportError(
                .invalidRequest,
                "its field \"\(field.name)\" was given a value with a line break, NUL or another control character")
        }
    }

    private static func check(authority: String) throws(TransportError) {
        var authority = authority
        if let flaw = authority.withUTF8({ flaw(ofAuthority: $0) }) { throw TransportError(.invalidURL, flaw) }
    }

    private static func flaw(ofAuthority bytes: UnsafeBufferPointer<UInt8>) -> String? {
        if bytes.contains(UInt8(ascii: "@")) {
            return "it holds a user name or a password, which are not used: send an Authorization field instead"
        }
        let allowed = ASCIISet.urlAuthority
        guard bytes.allSatisfy({ allowed.contains($0) }) else {
            return "its host holds a character that cannot be sent (write other scripts in Punycode)"
        }
        let end: Int
        if bytes.first == UInt8(ascii: "["), let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) {
            end = bracket + 1
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
        }
        if end == 0 { return "it names no host" }
        return isPort(bytes[end...]) ? nil : "its port is not a number from 0 to 65535"
    }

    /// Whether the rest of an authority is empty, or a port; behind its colon it may be missing (RFC 3986, 3.2.3).
    private static func isPort(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let colon = rest.first else { return true }
        var number = 0
        for digit in rest.dropFirst() {
            guard 0x30...0x39 ~= digit, number <= 65_535 else { return false }
            number = number * 10 + Int(digit - 0x30)
        }
        return colon == UInt8(ascii: ":") && number <= 65_535
    }
}
