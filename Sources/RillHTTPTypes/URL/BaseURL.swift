/// A base URL of a client or a request, which resolves the paths and queries of requests.
package struct BaseURL: Sendable {
    /// The scheme in lowercase.
    ///
    /// Empty if the URL has none.
    package let scheme: String

    /// The host and port, with any credentials.
    package let authority: String

    /// Whether the password contains a `/`, `?` or `#` that is not percent-encoded.
    let hasSplitCredentials: Bool

    private let path: String
    private let query: String

    /// Parses a URL without validating it.
    ///
    /// The resulting request is validated before it is sent.
    package init(_ text: String) {
        let end = text.firstRange(of: "://")
        scheme = end.map { HTTPToken.lowercased(String(text[..<$0.lowerBound])) } ?? ""
        let whole = end.map { text[$0.upperBound...] } ?? text[...]
        let rest = Substring(whole.unicodeScalars.prefix { $0 != "#" })
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        // A request with such credentials is rejected, and the credentials are redacted wherever they appear.
        let credentials = Self.credentials(splitBy: authority, of: whole)
        hasSplitCredentials = credentials != nil
        self.authority = credentials ?? String(authority)
        let target = credentials == nil ? rest[authority.endIndex...] : ""
        let path = target.prefix { $0 != "?" }
        self.path = PercentEncoding.complete(String(path))
        query = PercentEncoding.complete(String(target[path.endIndex...].dropFirst()))
    }

    /// Finds credentials whose password contains a `/`, `?` or `#` that is not percent-encoded: `user:a/b@host`.
    ///
    /// The unencoded character ends the authority, so that `user:12` looks like a host with a port. Therefore, an `@`
    /// after an authority with a colon is treated as the end of the credentials, unless the authority is a host with a
    /// port. A name without a dot, such as `server:8080`, is a host if the last `@` begins a segment of the path or is part
    /// of the value of a query item; otherwise, the `@` must be percent-encoded.
    ///
    /// - Returns: An authority that includes the credentials, or `nil` if the URL has no such credentials.
    private static func credentials(splitBy authority: Substring, of rest: Substring) -> String? {
        guard authority.contains(":"), !authority.contains("@"), !authority.hasPrefix("["),
            let at = rest.lastIndex(of: "@"), !isHostWithPort(authority, before: rest[authority.endIndex..<at])
        else { return nil }
        let host = rest[at...].dropFirst().prefix { !"/?#".contains($0) }
        return "\(PercentEncoding.encode(String(rest[..<at])))@\(host)"
    }

    private static func isHostWithPort(_ authority: Substring, before target: Substring) -> Bool {
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }), UInt16(parts[1]) != nil else {
            return false
        }
        if parts[0].contains(".") || parts[0].lowercased() == "localhost" { return true }
        let item = target.drop { $0 != "?" }.split { "?&".contains($0) }.last ?? ""
        return target.hasSuffix("/") || item.contains("=") && item.last != "="
    }

    /// The normalized origin: scheme, host and port, without the scheme's default port.
    package var origin: String { HTTPRequest.origin(scheme: scheme, authority: authority) }

    /// Returns the path and query of a request relative to this URL.
    ///
    /// The two paths are joined by exactly one slash. The query of the base URL precedes the query of the request.
    package func target(_ relativePath: URLPath, _ items: QueryItems) -> String {
        let text = relativePath.encoded.utf8
        let relative = text.prefix { $0 != UInt8(ascii: "?") }
        var target = path
        if !relative.isEmpty {
            while target.utf8.last == UInt8(ascii: "/") { target.removeLast() }
            if relative.first != UInt8(ascii: "/") { target += "/" }
            target += Substring(relative)
        }
        if target.isEmpty { target = "/" }
        let ownQuery = text[relative.endIndex...].dropFirst()
        if query.isEmpty, ownQuery.isEmpty, items.encoded.isEmpty { return target }
        let queries = [query, String(Substring(ownQuery)), items.encoded].filter { !$0.isEmpty }
        return queries.isEmpty ? target : "\(target)?\(queries.joined(separator: "&"))"
    }
}

extension Redactor {
    /// Returns a base URL with secrets redacted, even if the password contains a character that should be
    /// percent-encoded.
    package func baseURL(_ text: String) -> String {
        let base = BaseURL(text)
        return url(base.hasSplitCredentials ? "\(base.scheme)://\(base.authority)" : text)
    }
}
