extension Request where Response: Decodable {
    /// Reads the body as JSON, or takes it as it came if `Response` is `Data`; an optional is nil if the body is empty.
    public var parser: ResponseParser<Response> { .json }
}

extension Request where Response == Void {
    /// Looks at nothing: that the status was accepted is the answer; a body still counts for ``Client/bodyLimit``.
    public var parser: ResponseParser<Response> { .nothing }
}

extension Request where Response == HTTPResponse {
    /// Takes the head, and drops the body, which still counts for ``Client/bodyLimit``.
    public var parser: ResponseParser<Response> { .head }
}
