public import RillHTTP

extension StubTransport.Response {
    /// Creates a response with a JSON body.
    ///
    /// - Parameters:
    ///   - text: The JSON text. It is not validated.
    ///   - status: The status code. Defaults to 200 OK.
    ///   - fields: The header fields in addition to `Content-Type`.
    ///   - delay: The time between the request and the complete response. Defaults to zero.
    /// - Returns: The response.
    public static func json(
        _ text: String, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], after delay: Duration = .zero
    ) -> StubTransport.Response {
        .text(text, type: "application/json", status: status, fields: fields, after: delay)
    }

    /// Creates a response with a text body of any media type.
    ///
    /// - Parameters:
    ///   - text: The body, encoded as UTF-8.
    ///   - type: The media type. Defaults to plain text.
    ///   - status: The status code. Defaults to 200 OK.
    ///   - fields: The header fields in addition to `Content-Type`.
    ///   - delay: The time between the request and the complete response. Defaults to zero.
    /// - Returns: The response.
    public static func text(
        _ text: String, type: String = "text/plain; charset=utf-8", status: HTTPResponse.Status = .ok,
        fields: HTTPFields = [:], after delay: Duration = .zero
    ) -> StubTransport.Response {
        var fields = fields
        if !fields.contains(.contentType) { fields[.contentType] = type }
        return .respond(status: status, fields: fields, after: delay, chunks: [.init(text)])
    }

    /// Creates a response with a head and no body.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: The header fields.
    ///   - delay: The time between the request and the response. Defaults to zero.
    /// - Returns: The response.
    public static func status(
        _ status: HTTPResponse.Status, fields: HTTPFields = [:], after delay: Duration = .zero
    ) -> StubTransport.Response {
        .respond(status: status, fields: fields, after: delay)
    }
}
