/// A parsed URL reference, as in the `Location` header field, which can be resolved against a base URL.
///
/// - SeeAlso: RFC 3986, 4.1 and 5.2.
package struct URLReference {
    /// The scheme in lowercase.
    package private(set) var scheme: String?
    private(set) var authority: Substring?
    private let path: String

    /// The query, with its question mark.
    private let query: String?

    /// Parses a reference.
    ///
    /// Drops the fragment, percent-encodes characters that are not allowed in a URL, and encodes an international domain
    /// name in Punycode if possible.
    package init(_ text: String) {
        var rest = Substring(text.utf8.prefix { $0 != UInt8(ascii: "#") })
        if let colon = Self.endOfScheme(rest) {
            scheme = HTTPToken.lowercased(String(rest[..<colon]))
            rest = Substring(rest.utf8[colon...].dropFirst())
        }
        if rest.utf8.starts(with: "//".utf8) {
            rest = Substring(rest.utf8.dropFirst(2))
            let host = Substring(rest.utf8.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") })
            authority = InternationalHost.encoded(host)
            rest = rest[host.endIndex...]
        }
        let path = Substring(rest.utf8.prefix { $0 != UInt8(ascii: "?") })
        self.path = PercentEncoding.complete(String(path))
        query = path.endIndex < rest.endIndex ? PercentEncoding.complete(String(rest[path.endIndex...])) : nil
    }

    private static func endOfScheme(_ text: Substring) -> Substring.Index? {
        guard let end = text.utf8.firstIndex(where: { ":/?".utf8.contains($0) }), text.utf8[end] == UInt8(ascii: ":"),
            let first = text.utf8.first, isLetter(first)
        else { return nil }
        let isScheme = text.utf8[..<end].allSatisfy { byte in
            isLetter(byte) || 0x30...0x39 ~= byte || "+-.".utf8.contains(byte)
        }
        return isScheme ? end : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

    /// Returns a copy of a request with the URL that the reference resolves to.
    ///
    /// - Parameter request: The request whose response contains the reference.
    /// - Returns: The request for the resolved URL, or `nil` if the reference has a scheme but no host.
    package func resolved(against request: HTTPRequest) -> HTTPRequest? {
        var result = request
        if let scheme {
            guard authority != nil else { return nil }
            result.scheme = scheme
        }
        if let authority { result.authority = String(authority) }
        let base = request.path ?? "/"
        let basePath = base.prefix { $0 != "?" }
        if authority != nil || path.utf8.first == UInt8(ascii: "/") {
            result.path = Self.withoutDots(path) + (query ?? "")
        } else if path.isEmpty {
            result.path = basePath + (query ?? String(base[basePath.endIndex...]))
        } else {
            let folder = basePath.lastIndex(of: "/").map { basePath[...$0] } ?? "/"
            result.path = Self.withoutDots(folder + path) + (query ?? "")
        }
        return result
    }

    /// Removes the segments `.` and `..` from a path.
    ///
    /// The result is never above the root.
    static func withoutDots(_ path: String) -> String {
        var result: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for segment in segments {
            switch segment {
            case ".": break
            case "..": _ = result.popLast()
            default: result.append(segment)
            }
        }
        // A final `.` or `..` names a folder, so the result ends with a slash.
        if let last = segments.last, last == "." || last == ".." { result.append("") }
        return "/" + result.joined(separator: "/")
    }
}

extension HTTPRequest {
    /// Returns a copy of the request with the URL that a reference resolves to, as in the `Location` header field.
    ///
    /// - Parameter reference: An absolute or relative URL. Its fragment is ignored.
    /// - Returns: The request for the resolved URL, or `nil` if the reference has a scheme but no host.
    /// - SeeAlso: RFC 3986, 5.2.
    public func resolving(_ reference: String) -> HTTPRequest? { URLReference(reference).resolved(against: self) }
}
