public import RillHTTPTypes

extension Request where Response: Decodable {
    /// A parser that decodes the body as JSON, or returns the raw body if `Response` is `Data`.
    ///
    /// If `Response` is an optional, an empty body is decoded as `nil`.
    public var parser: ResponseParser<Response> { .json }
}

extension Request where Response == Void {
    /// A parser that ignores the body, which is not kept, but still counts toward ``Client/bodyLimit``.
    public var parser: ResponseParser<Response> { .nothing }
}

extension Request where Response == HTTPResponse {
    /// A parser that returns the response head and ignores the body, which is not kept, but still counts toward
    /// ``Client/bodyLimit``.
    public var parser: ResponseParser<Response> { .head }
}
