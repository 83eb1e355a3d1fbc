public import RillHTTPTypes

/// A general-purpose request, for endpoints that do not need their own request type.
///
///     let tags = client.send(Endpoint<[Tag]>("/tags", query: ["page": 1]))
///     let text = client.send(Endpoint("/status", parser: .text))
///     let done = client.send(Endpoint<Void>("/tags/\(id)", method: .delete))
///     let mirrored = client.send(Endpoint<[Tag]>("https://mirror.example.com/tags"))
///     let tag = client.send(Endpoint<Tag>(path: text))            // text: "tags/日本 語"
///
/// A literal or a string that begins with `https://` or `http://` is a complete URL, which is used instead of the
/// client's base URL. If its origin differs, the client's default header fields that can contain secrets are not sent.
/// Any other literal is a path relative to the base URL. `Endpoint(path:)` percent-encodes each segment of a string.
///
/// For an endpoint that is used in several places, define a type that conforms to ``Request``.
public struct Endpoint<Response: Sendable>: Request {
    /// The request method.
    public var method: HTTPRequest.Method

    /// The absolute base URL of this request, or `nil` to use the client's.
    public var baseURL: String?

    /// The path, relative to the base URL.
    public var path: URLPath

    /// The query items.
    public var query: QueryItems

    /// The header fields.
    ///
    /// Each field replaces the client's default field of the same name.
    public var headerFields: HTTPFields

    /// The request body, or `nil` for none.
    public var body: HTTPBody?

    /// The JSON decoder for the response, or `nil` to use the client's.
    public var decoder: (any DataDecoder)?

    /// The maximum duration of the exchange, or `nil` to use the client's timeout.
    public var timeout: Duration?

    /// The maximum time from the start of an attempt to its response head, or `nil` to apply only the limits of the
    /// transport.
    public var attemptTimeout: Duration?

    /// Whether the request can be sent again without another effect on the server.
    ///
    /// Defaults to `nil`, which means that the method and the `Idempotency-Key` header field determine it.
    public var isIdempotent: Bool?

    /// The middleware of this request, which wraps the client's middleware.
    ///
    /// Defaults to none.
    public var middleware: [any Middleware] = []

    /// The decoder for error responses, or `nil` to use the client's.
    public var errorDecoder: ErrorDecoder?

    /// The parser for the response.
    public var parser: ResponseParser<Response>

    /// The ranges of accepted status codes.
    ///
    /// Defaults to 200 to 299.
    public var acceptedStatuses: [ClosedRange<Int>] = [200...299]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the client's base URL, or a literal with a complete URL.
    ///   - method: The request method. Defaults to GET.
    ///   - query: The query items. Defaults to none.
    ///   - headerFields: The header fields. Each field replaces the client's default field of the same name.
    ///   - body: The request body. Defaults to `nil`, which means no body.
    ///   - parser: The parser for the response.
    public init(
        _ path: URLPath, method: HTTPRequest.Method = .get, query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil, parser: ResponseParser<Response>
    ) {
        self.method = method
        self.query = query
        self.headerFields = headerFields
        self.body = body
        self.parser = parser
        baseURL = path.literalURL
        self.path =
            path.literalURL == nil
            ? path : URLPath(encoded: "", invalidReason: path.invalidReason, secrets: path.secrets)
    }

    /// Returns whether one of the ``acceptedStatuses`` contains the status code.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: `true` if the response is accepted and parsed.
    public func accepts(_ status: HTTPResponse.Status) -> Bool {
        acceptedStatuses.contains { $0.contains(status.code) }
    }
}

extension Endpoint where Response: Decodable {
    /// Creates a request whose response body is decoded from JSON.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the client's base URL, or a literal with a complete URL.
    ///   - method: The request method. Defaults to GET.
    ///   - query: The query items. Defaults to none.
    ///   - headerFields: The header fields. Each field replaces the client's default field of the same name.
    ///   - body: The request body. Defaults to `nil`, which means no body.
    public init(
        _ path: URLPath, method: HTTPRequest.Method = .get, query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil
    ) {
        self.init(
            path, method: method, query: query, headerFields: headerFields, body: body, parser: .json)
    }
}

extension Endpoint<Void> {
    /// Creates a request that ignores the response body.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the client's base URL, or a literal with a complete URL.
    ///   - method: The request method. Defaults to GET.
    ///   - query: The query items. Defaults to none.
    ///   - headerFields: The header fields. Each field replaces the client's default field of the same name.
    ///   - body: The request body. Defaults to `nil`, which means no body.
    public init(
        _ path: URLPath, method: HTTPRequest.Method = .get, query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil
    ) {
        self.init(
            path, method: method, query: query, headerFields: headerFields, body: body, parser: .nothing)
    }
}

extension Endpoint<HTTPResponse> {
    /// Creates a request whose result is the response head, and that ignores the response body.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the client's base URL, or a literal with a complete URL.
    ///   - method: The request method. Defaults to GET.
    ///   - query: The query items. Defaults to none.
    ///   - headerFields: The header fields. Each field replaces the client's default field of the same name.
    ///   - body: The request body. Defaults to `nil`, which means no body.
    public init(
        _ path: URLPath, method: HTTPRequest.Method = .get, query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil
    ) {
        self.init(
            path, method: method, query: query, headerFields: headerFields, body: body, parser: .head)
    }
}

extension Endpoint: CustomStringConvertible, CustomReflectable {
    /// The method, and the URL or the path, with secrets redacted, for example `GET /tags?page=1`.
    public var description: String {
        let base = baseURL ?? ""
        let query = query.encoded
        let separator = query.isEmpty ? "" : path.encoded.contains("?") ? "&" : "?"
        return "\(method) \(BodyText.line(redactor.url(base + path.encoded + separator + query)))"
    }

    /// A mirror of the request with secrets redacted, as printed by `dump`.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["request": description, "headerFields": headerFields, "body": body as Any],
            displayStyle: .struct)
    }

    /// A redactor that knows the secrets in the path and the header fields, which the URL can repeat.
    private var redactor: Redactor {
        var redactor = Redactor()
        redactor.learn(headerFields)
        for secret in path.secrets { redactor.learn(secret, minimumLength: 1) }
        return redactor
    }
}
