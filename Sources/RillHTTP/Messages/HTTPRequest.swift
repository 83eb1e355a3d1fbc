/// The head of an HTTP request: what is asked of whom, without the body.
///
/// The parts are those of every HTTP version. A transport decides how they are written to the wire.
public struct HTTPRequest: Sendable, Hashable {
    /// The method, `GET` for example.
    public var method: Method

    /// The scheme, `https` for example; nil when it is not known, as in a request that a server has read.
    public var scheme: String?

    /// The host and, where it is not the scheme's own, the port: `example.com:8080`.
    public var authority: String?

    /// The path and the query, both percent-encoded: `/search?q=rx`; nil for a `CONNECT` request.
    public var path: String?

    /// The header fields, in the order in which they are sent.
    public var headerFields: HTTPFields

    /// Creates a request from its parts.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - scheme: The scheme, without a colon.
    ///   - authority: The host, with a port where one is needed.
    ///   - path: The path and the query, percent-encoded.
    ///   - headerFields: The header fields; none if left out.
    public init(
        method: Method, scheme: String?, authority: String?, path: String?, headerFields: HTTPFields = [:]
    ) {
        self.method = method
        self.scheme = scheme
        self.authority = authority
        self.path = path
        self.headerFields = headerFields
    }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// The method and the URL in one line, without the credentials and secrets in them; the query is omitted.
    public var description: String {
        var url = scheme.map { $0 + "://" } ?? ""
        // A password is before an `@`.
        if let authority { url += authority.split(separator: "@", omittingEmptySubsequences: false).last ?? "" }
        let path = path ?? ""
        let end = path.firstIndex(of: "?") ?? path.endIndex
        return "\(method) \(Redactor().url(url + path[..<end]))" + (end < path.endIndex ? "?…" : "")
    }

    /// The method, the address and the fields, without what is secret in them: what `dump` prints.
    public var customMirror: Mirror {
        let redactor = Redactor(request: self)
        return Mirror(
            self,
            children: [
                "method": method.rawValue, "url": redactor.url(of: self), "headerFields": redactor.fields(headerFields),
            ], displayStyle: .struct)
    }
}
