public import RillHTTPTypes

/// A general-purpose request, for endpoints that do not need their own request type.
///
///     let tags = client.send(Endpoint<[Tag]>("/tags", query: ["page": 1]))
///     let text = client.send(Endpoint("/status", parser: .text))
///     let done = client.send(Endpoint<Void>("/tags/\(id)", method: .delete))
///     let mirrored = client.send(Endpoint<[Tag]>("https://mirror.example.com/tags"))
///     let tag = client.send(Endpoint<Tag>(.path(text)))           // text: "tags/日本 語"
///     let next = client.send(Endpoint<[Tag]>(.url(page.url)))
///
/// A literal that begins with `https://` or `http://` is a complete URL, which is used instead of the client's base URL.
/// If its origin differs, the client's default header fields that can contain secrets are not sent. Any other literal is
/// a path relative to the base URL.
///
/// For an endpoint that is used in several places, define a type that conforms to ``Request``.
public struct Endpoint<Response: Sendable>: Request {
    /// The request method.
    public var method: HTTPRequest.Method

    /// The absolute base URL of this request, or `nil` to use the client's.
    public var baseURL: String?

    /// The path, relative to the base URL.
    ///
    /// If a complete URL is assigned, it becomes the ``baseURL``, and the path becomes empty.
    public var path: URLPath {
        didSet { moveURLToBase() }
    }

    /// The query items.
    public var query: QueryItems

    /// The header fields.
    ///
    /// Each field replaces the client's default field of the same name.
    public var headerFields: HTTPFields

    /// The request body, or `nil` for none.
    public var body: HTTPBody?

    /// The time limits, idempotency, middleware, and decoders of the request.
    public var options = RequestOptions()

    /// The parser for the response.
    public var parser: ResponseParser<Response>

    /// A closure that returns whether a status is accepted, so that the response is parsed.
    ///
    /// Defaults to the statuses from 200 to 299.
    public var acceptsStatus: @Sendable (HTTPResponse.Status) throws -> Bool = { $0.kind == .successful }

    /// The error that makes the request invalid, or `nil` if the request can be sent.
    ///
    /// If it is not `nil`, the request fails with an ``APIError`` at the stage
    /// ``APIError/Stage-swift.struct/request``, and nothing is sent.
    public var validationError: (any Error)?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the client's base URL, or a complete URL.
    ///   - method: The request method. Defaults to GET.
    ///   - query: The query items. Defaults to none.
    ///   - headerFields: The header fields. Each field replaces the client's default field of the same name.
    ///   - body: The request body. Defaults to `nil`, which means no body.
    ///   - parser: The parser for the response.
    public init(
        _ path: URLPath, method: HTTPRequest.Method = .get, query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil, parser: ResponseParser<Response>
    ) {
        self.path = path
        self.method = method
        self.query = query
        self.headerFields = headerFields
        self.body = body
        self.parser = parser
        moveURLToBase()
    }

    private mutating func moveURLToBase() {
        guard let url = path.literalURL else { return }
        baseURL = url
        path = URLPath(encoded: "", invalidReason: path.invalidReason, secrets: path.secrets)
    }

    /// The request itself.
    public var endpoint: Endpoint { self }

    /// Returns whether a status is accepted.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: The result of ``acceptsStatus``.
    /// - Throws: The error of ``acceptsStatus``.
    public func accepts(_ status: HTTPResponse.Status) throws -> Bool { try acceptsStatus(status) }

    /// Throws the ``validationError``, if there is one.
    ///
    /// - Throws: The ``validationError``.
    public func validate() throws {
        if let validationError { throw validationError }
    }

    /// Returns the same request with another parser.
    ///
    /// - Parameter parser: The parser for the response.
    /// - Returns: A request with another type of response.
    public func replacingParser<Other>(with parser: ResponseParser<Other>) -> Endpoint<Other> {
        var endpoint = Endpoint<Other>(
            path, method: method, query: query, headerFields: headerFields, body: body, parser: parser)
        endpoint.baseURL = baseURL
        endpoint.options = options
        endpoint.acceptsStatus = acceptsStatus
        endpoint.validationError = validationError
        return endpoint
    }

    /// Replaces the URL.
    mutating func setTarget(_ target: HTTPRequest) {
        baseURL = "\(target.scheme ?? "")://\(target.authority ?? "")"
        let secrets = path.secrets + target.pathSecrets.filter { !path.secrets.contains($0) }
        path = URLPath(encoded: target.path ?? "", invalidReason: nil, secrets: secrets)
        query = [:]
    }

    /// Accepts a status in addition to the ones that the request accepts.
    mutating func accept(_ status: HTTPResponse.Status) {
        acceptsStatus = { [acceptsStatus] in try $0 == status || acceptsStatus($0) }
    }
}

extension Endpoint where Response: Decodable {
    /// Creates a request whose response body is decoded from JSON.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the client's base URL, or a complete URL.
    ///   - method: The request method. Defaults to GET.
    ///   - query: The query items. Defaults to none.
    ///   - headerFields: The header fields. Each field replaces the client's default field of the same name.
    ///   - body: The request body. Defaults to `nil`, which means no body.
    public init(
        _ path: URLPath, method: HTTPRequest.Method = .get, query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil
    ) {
        self.init(path, method: method, query: query, headerFields: headerFields, body: body, parser: .json)
    }
}

extension Endpoint<Void> {
    /// Creates a request that ignores the response body.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the client's base URL, or a complete URL.
    ///   - method: The request method. Defaults to GET.
    ///   - query: The query items. Defaults to none.
    ///   - headerFields: The header fields. Each field replaces the client's default field of the same name.
    ///   - body: The request body. Defaults to `nil`, which means no body.
    public init(
        _ path: URLPath, method: HTTPRequest.Method = .get, query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil
    ) {
        self.init(path, method: method, query: query, headerFields: headerFields, body: body, parser: .nothing)
    }
}

extension Endpoint<HTTPResponse> {
    /// Creates a request whose result is the response head, and that ignores the response body.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the client's base URL, or a complete URL.
    ///   - method: The request method. Defaults to GET.
    ///   - query: The query items. Defaults to none.
    ///   - headerFields: The header fields. Each field replaces the client's default field of the same name.
    ///   - body: The request body. Defaults to `nil`, which means no body.
    public init(
        _ path: URLPath, method: HTTPRequest.Method = .get, query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil
    ) {
        self.init(path, method: method, query: query, headerFields: headerFields, body: body, parser: .head)
    }
}

extension Endpoint: CustomStringConvertible, CustomReflectable {
    /// The method, and the URL or the path, with secrets redacted, for example `GET /tags?page=1`.
    public var description: String {
        let url = redactor.baseURL(baseURL ?? "") + path.encoded
        let query = query.encoded
        let separator = query.isEmpty ? "" : url.contains("?") ? "&" : "?"
        return "\(method) \(BodyText.line(redactor.url(url + separator + query)))"
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
