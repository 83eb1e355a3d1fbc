/// The fixed part of an address, as a client or a request was given it, and how the other parts are put to it.
struct BaseURL: Sendable {
    /// The scheme in lower case; empty if there is none.
    let scheme: String

    /// The host and the port.
    let authority: String

    /// Whether the password has a `/`, `?` or `#` that is not percent-encoded.
    let hasSplitCredentials: Bool

    private let path: String
    private let query: String

    /// Takes an address apart, whatever it looks like: the request made of it is checked before it is sent.
    init(_ text: String) {
        let end = text.firstRange(of: "://")
        scheme = end.map { HTTPToken.lowercased(String(text[..<$0.lowerBound])) } ?? ""
        let whole = end.map { text[$0.upperBound...] } ?? text[...]
        let rest = Substring(whole.unicodeScalars.prefix { $0 != "#" })
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        // The request is refused for the credentials, and no text shows them.
        let credentials = Self.credentials(splitBy: authority, of: whole)
        hasSplitCredentials = credentials != nil
        self.authority = credentials ?? String(authority)
        let target = credentials == nil ? rest[authority.endIndex...] : ""
        let path = target.prefix { $0 != "?" }
        self.path = PercentEncoding.complete(String(path))
        query = PercentEncoding.complete(String(target[path.endIndex...].dropFirst()))
    }

    /// Finds credentials whose password has a `/`, `?` or `#` that is not percent-encoded: `user:a/b@host`.
    ///
    /// The authority seems to end there, and may even look like a host with a port. So an `@` after an authority with a colon
    /// is taken for the end of credentials; in the path of a base URL with a port it has to be percent-encoded.
    ///
    /// - Returns: An authority that has the credentials; `nil` if there are none that are split.
    private static func credentials(splitBy authority: Substring, of rest: Substring) -> String? {
        guard authority.contains(":"), !authority.contains("@"), !authority.hasPrefix("["),
            let at = rest.lastIndex(of: "@")
        else { return nil }
        let host = rest[at...].dropFirst().prefix { !"/?#".contains($0) }
        return "\(PercentEncoding.encode(String(rest[..<at])))@\(host)"
    }

    /// Whether requests go to the same server.
    func isSameOrigin(as other: BaseURL) -> Bool { origin == other.origin }

    private var origin: String { HTTPRequest.origin(scheme: scheme, authority: authority) }

    /// The path and the query of a request below this address.
    ///
    /// Both paths are joined by exactly one slash; of the queries, this one's comes first.
    func target(_ below: URLPath, _ items: QueryItems) -> String {
        let text = below.description.utf8
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
