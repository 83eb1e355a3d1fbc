extension Request where Response: Decodable {
    /// Decodes the body as JSON, or returns the raw body if `Response` is `Data`.
    ///
    /// An optional is `nil` if the body is empty.
    public var parser: ResponseParser<Response> { .json }
}

extension Request where Response == Void {
    /// Ignores the body, which still counts toward ``Client/bodyLimit``.
    public var parser: ResponseParser<Response> { .nothing }
}

extension Request where Response == HTTPResponse {
    /// Returns the response head and ignores the body, which still counts toward ``Client/bodyLimit``.
    public var parser: ResponseParser<Response> { .head }
}
