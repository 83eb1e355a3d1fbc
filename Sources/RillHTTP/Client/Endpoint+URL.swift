public import RillHTTPTypes

extension Endpoint {
    /// Creates a request for a URL.
    ///
    /// - Parameters:
    ///   - url: The URL, beginning with `https://` or `http://`. Otherwise, the request fails and nothing is sent. For a
    ///     path in a string, use `Endpoint(path:)`.
    ///   - method: The request method. Defaults to GET.
    ///   - query: The query items, appended to the query of the URL. Defaults to none.
    ///   - headerFields: The header fields. Each field replaces the client's default field of the same name.
    ///   - body: The request body. Defaults to `nil`, which means no body.
    ///   - parser: The parser for the response.
    @_disfavoredOverload  // A string literal is a path.
    public init(
        _ url: some URLConvertible, method: HTTPRequest.Method = .get, query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil, parser: ResponseParser<Response>
    ) {
        self.init(
            Self.path(for: url.urlText), method: method, query: query, headerFields: headerFields, body: body,
            parser: parser)
    }

    /// Creates a request for a path in a string.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the client's base URL and not percent-encoded. The characters of each segment are
    ///     percent-encoded, including `?`. The request fails if a segment is `.` or `..`, or empty between two slashes.
    ///   - method: The request method. Defaults to GET.
    ///   - query: The query items. Defaults to none.
    ///   - headerFields: The header fields. Each field replaces the client's default field of the same name.
    ///   - body: The request body. Defaults to `nil`, which means no body.
    ///   - parser: The parser for the response.
    public init(
        path: String, method: HTTPRequest.Method = .get, query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil, parser: ResponseParser<Response>
    ) {
        self.init(
            URLPath(segments: path), method: method, query: query, headerFields: headerFields, body: body,
            parser: parser)
    }

    /// Returns the path of a request for a complete URL, or an invalid path if the text is not a complete URL.
    private static func path(for url: String) -> URLPath {
        if URLPath.isURL(url) { return URLPath(encoded: "", invalidReason: nil, literalURL: url) }
        // The text can contain a password, so it is not part of the error.
        return URLPath(
            encoded: "",
            invalidReason: "the URL does not begin with https:// or http://. Use Endpoint(path:) for a path")
    }
}

extension Endpoint where Response: Decodable {
    /// Creates a request for a URL and decodes the response body from JSON.
    ///
    /// - Parameters:
    ///   - url: The URL, beginning with `https://` or `http://`. Otherwise, the request fails and nothing is sent. For a
    ///     path in a string, use `Endpoint(path:)`.
    ///   - method: The request method. Defaults to GET.
    ///   - query: The query items, appended to the query of the URL. Defaults to none.
    ///   - headerFields: The header fields. Each field replaces the client's default field of the same name.
    ///   - body: The request body. Defaults to `nil`, which means no body.
    @_disfavoredOverload  // A string literal is a path.
    public init(
        _ url: some URLConvertible, method: HTTPRequest.Method = .get, query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil
    ) {
        self.init(
            url, method: method, query: query, headerFields: headerFields, body: body, parser: .json)
    }

    /// Creates a request for a path in a string and decodes the response body from JSON.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the client's base URL and not percent-encoded. The characters of each segment are
    ///     percent-encoded, including `?`. The request fails if a segment is `.` or `..`, or empty between two slashes.
    ///   - method: The request method. Defaults to GET.
    ///   - query: The query items. Defaults to none.
    ///   - headerFields: The header fields. Each field replaces the client's default field of the same name.
    ///   - body: The request body. Defaults to `nil`, which means no body.
    public init(
        path: String, method: HTTPRequest.Method = .get, query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil
    ) {
        self.init(
            path: path, method: method, query: query, headerFields: headerFields, body: body, parser: .json)
    }
}

extension Endpoint<Void> {
    /// Creates a request for a URL and ignores the response body.
    ///
    /// - Parameters:
    ///   - url: The URL, beginning with `https://` or `http://`. Otherwise, the request fails and nothing is sent. For a
    ///     path in a string, use `Endpoint(path:)`.
    ///   - method: The request method. Defaults to GET.
    ///   - query: The query items, appended to the query of the URL. Defaults to none.
    ///   - headerFields: The header fields. Each field replaces the client's default field of the same name.
    ///   - body: The request body. Defaults to `nil`, which means no body.
    @_disfavoredOverload  // A string literal is a path.
    public init(
        _ url: some URLConvertible, method: HTTPRequest.Method = .get, query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil
    ) {
        self.init(
            url, method: method, query: query, headerFields: headerFields, body: body, parser: .nothing)
    }

    /// Creates a request for a path in a string and ignores the response body.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the client's base URL and not percent-encoded. The characters of each segment are
    ///     percent-encoded, including `?`. The request fails if a segment is `.` or `..`, or empty between two slashes.
    ///   - method: The request method. Defaults to GET.
    ///   - query: The query items. Defaults to none.
    ///   - headerFields: The header fields. Each field replaces the client's default field of the same name.
    ///   - body: The request body. Defaults to `nil`, which means no body.
    public init(
        path: String, method: HTTPRequest.Method = .get, query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil
    ) {
        self.init(
            path: path, method: method, query: query, headerFields: headerFields, body: body, parser: .nothing)
    }
}

extension Endpoint<HTTPResponse> {
    /// Creates a request for a URL whose result is the response head, and ignores the response body.
    ///
    /// - Parameters:
    ///   - url: The URL, beginning with `https://` or `http://`. Otherwise, the request fails and nothing is sent. For a
    ///     path in a string, use `Endpoint(path:)`.
    ///   - method: The request method. Defaults to GET.
    ///   - query: The query items, appended to the query of the URL. Defaults to none.
    ///   - headerFields: The header fields. Each field replaces the client's default field of the same name.
    ///   - body: The request body. Defaults to `nil`, which means no body.
    @_disfavoredOverload  // A string literal is a path.
    public init(
        _ url: some URLConvertible, method: HTTPRequest.Method = .get, query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil
    ) {
        self.init(
            url, method: method, query: query, headerFields: headerFields, body: body, parser: .head)
    }

    /// Creates a request for a path in a string whose result is the response head, and ignores the response body.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the client's base URL and not percent-encoded. The characters of each segment are
    ///     percent-encoded, including `?`. The request fails if a segment is `.` or `..`, or empty between two slashes.
    ///   - method: The request method. Defaults to GET.
    ///   - query: The query items. Defaults to none.
    ///   - headerFields: The header fields. Each field replaces the client's default field of the same name.
    ///   - body: The request body. Defaults to `nil`, which means no body.
    public init(
        path: String, method: HTTPRequest.Method = .get, query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil
    ) {
        self.init(
            path: path, method: method, query: query, headerFields: headerFields, body: body, parser: .head)
    }
}
