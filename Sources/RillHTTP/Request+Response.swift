public import Foundation

extension Request where Response: Decodable {
    /// Reads the body as JSON, or takes it as it came if `Response` is `Data`.
    ///
    /// - Parameters:
    ///   - head: Not looked at.
    ///   - body: The JSON.
    ///   - decoder: Reads it.
    /// - Returns: The decoded value, or the bytes.
    /// - Throws: The decoder's error.
    public func response(from head: HTTPResponse, body: Data, decoder: JSONDecoder) throws -> Response {
        // Here, and not in an extension of its own, so that it also holds where `Response` is a type parameter.
        if Response.self == Data.self, let bytes = body as? Response { return bytes }
        return try decoder.decode(Response.self, from: body)
    }
}

extension Request where Response == Void {
    /// Looks at nothing: that the status was accepted is the answer.
    ///
    /// - Parameters:
    ///   - head: Not looked at.
    ///   - body: Not looked at; usually empty.
    ///   - decoder: Not used.
    public func response(from head: HTTPResponse, body: Data, decoder: JSONDecoder) {}
}

extension Request where Response == HTTPResponse {
    /// Takes the head, and drops the body.
    ///
    /// - Parameters:
    ///   - head: The status and the header fields.
    ///   - body: Not looked at.
    ///   - decoder: Not used.
    /// - Returns: The head.
    public func response(from head: HTTPResponse, body: Data, decoder: JSONDecoder) -> HTTPResponse { head }
}
