public import RillHTTP

extension StubTransport.Answer {
    /// Answers with JSON.
    ///
    /// - Parameters:
    ///   - text: The JSON; it may be broken.
    ///   - status: The status.
    ///   - fields: Header fields beside the `Content-Type`.
    ///   - delay: When the whole answer arrives, counted from the request.
    /// - Returns: The answer.
    public static func json(
        _ text: String, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], after delay: Duration = .zero
    ) -> StubTransport.Answer {
        .text(text, type: "application/json", status: status, fields: fields, after: delay)
    }

    /// Answers with text of any type.
    ///
    /// - Parameters:
    ///   - text: The body.
    ///   - type: The media type.
    ///   - status: The status.
    ///   - fields: Header fields beside the `Content-Type`.
    ///   - delay: When the whole answer arrives, counted from the request.
    /// - Returns: The answer.
    public static func text(
        _ text: String, type: String = "text/plain; charset=utf-8", status: HTTPResponse.Status = .ok,
        fields: HTTPFields = [:], after delay: Duration = .zero
    ) -> StubTransport.Answer {
        var fields = fields
        if !fields.contains(.contentType) { fields[.contentType] = type }
        return .respond(status: status, fields: fields, after: delay, chunks: [.init(text)])
    }

    /// Answers with a head and no body.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - fields: The header fields.
    ///   - delay: When it arrives, counted from the request.
    /// - Returns: The answer.
    public static func status(
        _ status: HTTPResponse.Status, fields: HTTPFields = [:], after delay: Duration = .zero
    ) -> StubTransport.Answer {
        .respond(status: status, fields: fields, after: delay)
    }
}
