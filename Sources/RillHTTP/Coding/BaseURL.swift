/// The fixed part of an address, as a client or a request was given it, and how the other parts are put to it.
struct BaseURL {
    /// The scheme in lower case; empty if there is none.
    let scheme: String

    /// The host and the port.
    let authority: String

    private let path: Substring
    private let query: Substring?

    /// Takes an address apart, whatever it looks like: the request made of it is checked before it is sent.
    init(_ text: String) {
        let end = text.firstRange(of: "://")
        scheme = end.map { HTTPToken.lowercased(String(text[..<$0.lowerBound])) } ?? ""
        let rest = (end.map { text[$0.upperBound...] } ?? text[...]).prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        self.authority = String(authority)
        let target = rest[authority.endIndex...]
        path = target.prefix { $0 != "?" }
        query = path.endIndex == target.endIndex ? nil : target[path.endIndex...].dropFirst()
    }

    /// Whether requests go to the same server.
    func isSameOrigin(as other: BaseURL) -> Bool {
        scheme == other.scheme && origin == other.origin
    }

    private var origin: String {
        let authority = HTTPToken.lowercased(authority)
        let port = scheme == "http" ? ":80" : scheme == "https" ? ":443" : ""
        return authority.hasSuffix(port) ? String(authority.dropLast(port.count)) : authority
    }

    /// The path and the query of a request below this address.
    ///
    /// Both paths are joined by exactly one slash; of the queries, this one's comes first.
    func target(_ below: URLPath, _ items: QueryItems) -> String {
        let text = below.description
        let relative = text.prefix { $0 != "?" }
        var target = PercentEncoding.complete(String(path))
        if !relative.isEmpty {
            while target.hasSuffix("/") { target.removeLast() }
            target += relative.hasPrefix("/") ? "" : "/"
            target += relative
        }
        if target.isEmpty { target = "/" }
        let queries = [
            query.map { PercentEncoding.complete(String($0)) } ?? "", String(text[relative.endIndex...].dropFirst()),
            items.encoded,
        ]
        let query = queries.filter { !$0.isEmpty }.joined(separator: "&")
        return query.isEmpty ? target : "\(target)?\(query)"
    }
}
