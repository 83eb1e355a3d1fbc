public import RillHTTP

extension LoopbackServer {
    /// A response: either a complete body or a script of steps.
    ///
    /// A complete body is sent with a `Content-Length` header field. The server adds no other field, except
    /// `Connection: close` if the client requested it. The response to a HEAD request is sent without its body.
    public struct Response: Sendable {
        /// The status code.
        public var status: HTTPResponse.Status

        /// The header fields.
        ///
        /// A name may occur more than once.
        public var fields: HTTPFields

        let steps: [Step]

        /// Creates a response with a complete body.
        ///
        /// - Parameters:
        ///   - status: The status code. Defaults to 200 OK.
        ///   - fields: The header fields. A `Content-Length` in this list replaces the computed value.
        ///   - body: The body. Defaults to an empty body.
        public init(status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], body: [UInt8] = []) {
            self.init(status: status, fields: fields, steps: [.head(.length(body.count)), .bytes(body), .finish()])
        }

        private init(status: HTTPResponse.Status, fields: HTTPFields, steps: [Step]) {
            self.status = status
            self.fields = fields
            self.steps = steps
        }

        /// Creates a response from a script of steps.
        ///
        /// The server performs the steps in order. If the script contains `finish`, the connection then serves the next
        /// request; otherwise, it is closed.
        ///
        /// - Parameters:
        ///   - steps: The steps.
        ///   - status: The status code that the `head` step sends. Defaults to 200 OK.
        ///   - fields: The header fields that the `head` step sends in addition to the framing fields.
        /// - Returns: The response.
        public static func steps(_ steps: [Step], status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]) -> Self {
            Self(status: status, fields: fields, steps: steps)
        }

        /// Creates a response without a body.
        ///
        /// - Parameters:
        ///   - status: The status code. Accepts an integer literal.
        ///   - fields: The header fields.
        /// - Returns: The response.
        public static func status(_ status: HTTPResponse.Status, fields: HTTPFields = [:]) -> Self {
            Self(status: status, fields: fields)
        }

        /// Creates a response with a plain text body.
        ///
        /// - Parameters:
        ///   - text: The body, encoded as UTF-8.
        ///   - status: The status code. Defaults to 200 OK.
        /// - Returns: The response.
        public static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Self {
            data(Array(text.utf8), type: "text/plain; charset=utf-8", status: status)
        }

        /// Creates a response with a JSON body.
        ///
        /// - Parameters:
        ///   - json: The JSON text, encoded as UTF-8. It is not validated.
        ///   - status: The status code. Defaults to 200 OK.
        /// - Returns: The response.
        public static func json(_ json: String, status: HTTPResponse.Status = .ok) -> Self {
            data(Array(json.utf8), type: "application/json", status: status)
        }

        /// Creates a response with a body of bytes.
        ///
        /// - Parameters:
        ///   - bytes: The body.
        ///   - type: The `Content-Type`. Defaults to `application/octet-stream`.
        ///   - status: The status code. Defaults to 200 OK.
        /// - Returns: The response.
        public static func data(
            _ bytes: [UInt8], type: String = "application/octet-stream", status: HTTPResponse.Status = .ok
        ) -> Self {
            Self(status: status, fields: [.contentType: type], body: bytes)
        }

        /// Creates a response with a large body that is generated while it is sent.
        ///
        /// - Parameter byteCount: The length of the body, in bytes. The byte at offset `n` is
        ///   `LoopbackServer.patternByte(at: n)`.
        /// - Returns: The response.
        public static func pattern(byteCount: Int) -> Self {
            steps([.head(.length(byteCount)), .pattern(byteCount: byteCount), .finish()])
        }

        /// Creates a response that closes the connection before the declared length of the body has been sent.
        ///
        /// - Parameters:
        ///   - body: The bytes that are sent.
        ///   - declaredLength: The value of `Content-Length`.
        /// - Returns: The response.
        public static func truncated(_ body: [UInt8], declaredLength: Int) -> Self {
            steps([.head(.length(declaredLength)), .bytes(body), .close])
        }

        /// A response that sends nothing until the client closes the connection.
        public static var stall: Self { steps([.stall]) }

        /// A response that resets the connection without sending any bytes.
        public static var reset: Self { steps([.reset]) }

        /// A response that is not valid HTTP.
        ///
        /// The connection is closed afterward.
        public static var garbage: Self { steps([.raw("\u{16}\u{3}\u{1} this is not HTTP\r\n\r\n"), .close]) }

        /// Returns a copy of the response with an additional header field.
        ///
        /// - Parameters:
        ///   - name: The name of the field.
        ///   - value: The value of the field. Existing fields with the same name are kept.
        /// - Returns: The modified response.
        public func adding(_ name: HTTPField.Name, _ value: String) -> Self {
            var response = self
            response.fields.append(HTTPField(name: name, value: value))
            return response
        }
    }
}
