/// The head of an HTTP request: method, URL and header fields, without the body.
///
/// The properties are independent of the HTTP version. The transport decides how to send them.
public struct HTTPRequest: Sendable, Hashable {
    /// The method, such as `GET`.
    public var method: Method

    /// The scheme, such as `https`.
    ///
    /// `nil` if unknown, for example in a request received by a server.
    public var scheme: String?

    /// The host, followed by the port unless it is the scheme's default: `example.com:8080`.
    public var authority: String?

    /// The percent-encoded path and query: `/search?q=rx`.
    ///
    /// `nil` in a `CONNECT` request.
    public var path: String?

    /// The header fields, in the order in which they are sent.
    public var headerFields: HTTPFields

    /// The value to which ``isIdempotent`` was set, or `nil` if it depends on the method.
    package var declaredIdempotency: Bool?

    /// Whether the sender decodes content codings, so that the transport may offer them in `Accept-Encoding`.
    ///
    /// Set by the client when it passes the request to the transport. A transport that is used without a client requests
    /// content without codings. Does not affect equality.
    public package(set) var decodesContent = false

    /// The object to which the transport reports metrics and resends, or `nil` for none.
    ///
    /// Set by the client when it passes the request to the transport. Travels with the request, so that a transport that
    /// wraps another one forwards the reports without further code. Does not affect equality.
    public var transportDelegate: (any TransportDelegate)?

    /// The signature of the request, or `nil` if there is none.
    ///
    /// Does not affect equality.
    package var signature: RequestSignature?

    /// The values that the path contains and that are redacted wherever they occur, not percent-encoded.
    ///
    /// Does not affect equality.
    package var pathSecrets: [String] = []

    /// Whether the body of the response is a secret, which a recording transport must not store.
    ///
    /// Does not affect equality.
    public package(set) var hasSecretResponse = false

    /// Creates a request from its parts.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - scheme: The scheme, without a colon.
    ///   - authority: The host, followed by the port unless it is the scheme's default.
    ///   - path: The percent-encoded path and query.
    ///   - headerFields: The header fields. Defaults to none.
    public init(method: Method, scheme: String?, authority: String?, path: String?, headerFields: HTTPFields = [:]) {
        self.method = method
        self.scheme = scheme
        self.authority = authority
        self.path = path
        self.headerFields = headerFields
    }

    /// Returns whether two requests have equal properties, including ``isIdempotent``.
    public static func == (left: Self, right: Self) -> Bool {
        left.method == right.method && left.scheme == right.scheme && left.authority == right.authority
            && left.path == right.path && left.headerFields == right.headerFields
            && left.isIdempotent == right.isIdempotent
    }

    /// Hashes the properties that determine equality.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(scheme)
        hasher.combine(authority)
        hasher.combine(path)
        hasher.combine(headerFields)
        hasher.combine(isIdempotent)
    }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// The method and the URL on one line, without credentials, secrets or the query.
    public var description: String {
        var url = scheme.map { $0 + "://" } ?? ""
        // The user name and the password precede the last `@`.
        if let authority { url += authority.split(separator: "@", omittingEmptySubsequences: false).last ?? "" }
        let path = path ?? ""
        let end = path.firstIndex(of: "?") ?? path.endIndex
        let shown = BodyText.line(Redactor(request: self).url(url + path[..<end]))
        return "\(method) \(shown)" + (end < path.endIndex ? "?…" : "")
    }

    /// The method, the URL, the header fields with secrets redacted, and whether the request is idempotent.
    ///
    /// Used by `dump`.
    public var customMirror: Mirror {
        let redactor = Redactor(request: self)
        return Mirror(
            self,
            children: [
                "method": method.rawValue, "url": redactor.url(of: self), "headerFields": redactor.fields(headerFields),
                "isIdempotent": isIdempotent,
            ], displayStyle: .struct)
    }
}
