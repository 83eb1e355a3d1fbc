public import RillHTTP

extension LoopbackServer {
    /// What the server answers: a whole body, or a script of steps.
    ///
    /// A whole body is sent with its `Content-Length`. No other field is added, save `Connection: close` if the client
    /// has asked for that. The answer to `HEAD` is sent without its body.
    public struct Response: Sendable {
        /// The status.
        public var status: HTTPResponse.Status

        /// The header fields; a name may occur more than once.
        public var fields: HTTPFields

        let steps: [Step]

        /// Creates a response with a whole body.
        ///
        /// - Parameters:
        ///   - status: The status.
        ///   - fields: The header fields. A `Content-Length` among them is sent instead of the true one.
        ///   - body: The body.
        public init(status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], body: [UInt8] = []) {
            self.init(status: status, fields: fields, steps: [.head(.length(body.count)), .bytes(body), .finish()])
        }

        private init(status: HTTPResponse.Status, fields: HTTPFields, steps: [Step]) {
            self.status = status
            self.fields = fields
            self.steps = steps
        }

        /// Makes a response from a script.
        ///
        /// The steps are carried out in their order. If `finish` was among them, the connection then serves the next
        /// request; if not, it is closed.
        ///
        /// - Parameters:
        ///   - steps: The steps.
        ///   - status: The status that the step `head` sends.
        ///   - fields: The fields that the step `head` sends, apart from those for the framing.
        /// - Returns: The response.
        public static func steps(_ steps: [Step], status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]) -> Self {
            Self(status: status, fields: fields, steps: steps)
        }

        /// Makes a response without a body.
        ///
        /// - Parameters:
        ///   - status: The status, as an integer literal too.
        ///   - fields: The header fields.
        /// - Returns: The response.
        public static func status(_ status: HTTPResponse.Status, fields: HTTPFields = [:]) -> Self {
            Self(status: status, fields: fields)
        }

        /// Makes a response of plain text.
        ///
        /// - Parameters:
        ///   - text: The body, sent as UTF-8.
        ///   - status: The status.
        /// - Returns: The response.
        public static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Self {
            data(Array(text.utf8), type: "text/plain; charset=utf-8", status: status)
        }

        /// Makes a response of JSON.
        ///
        /// - Parameters:
        ///   - json: The body, sent as UTF-8 and not checked.
        ///   - status: The status.
        /// - Returns: The response.
        public static func json(_ json: String, status: HTTPResponse.Status = .ok) -> Self {
            data(Array(json.utf8), type: "application/json", status: status)
        }

        /// Makes a response of bytes.
        ///
        /// - Parameters:
        ///   - bytes: The body.
        ///   - type: The `Content-Type`.
        ///   - status: The status.
        /// - Returns: The response.
        public static func data(
            _ bytes: [UInt8], type: String = "application/octet-stream", status: HTTPResponse.Status = .ok
        ) -> Self {
            Self(status: status, fields: [.contentType: type], body: bytes)
        }

        /// Makes a response with a large body that is made while it is sent.
        ///
        /// - Parameter byteCount: The length of the body; the byte at offset `n` is `LoopbackServer.patternByte(at: n)`.
        /// - Returns: The response.
        public static func pattern(byteCount: Int) -> Self {
            steps([.head(.length(byteCount)), .pattern(byteCount: byteCount), .finish()])
        }

        /// Makes a response that declares a longer body than it sends before the connection is closed.
        ///
        /// - Parameters:
        ///   - body: What is sent.
        ///   - declaredLength: The `Content-Length`.
        /// - Returns: The response.
        public static func truncated(_ body: [UInt8], declaredLength: Int) -> Self {
            steps([.head(.length(declaredLength)), .bytes(body), .close])
        }

        /// Makes a response that never begins: nothing is sent until the client closes the connection.
        public static var stall: Self { steps([.stall]) }

        /// Makes a response that resets the connection before anything is sent.
        public static var reset: Self { steps([.reset]) }

        /// Makes a response that is not HTTP at all, after which the connection is closed.
        public static var garbage: Self { steps([.raw("\u{16}\u{3}\u{1} this is not HTTP\r\n\r\n"), .close]) }

        /// Returns the response with one more header field.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - value: The value; fields that have the same name stay.
        /// - Returns: The changed response.
        public func adding(_ name: HTTPField.Name, _ value: String) -> Self {
            var response = self
            response.fields.append(HTTPField(name: name, value: value))
            return response
        }
    }
}
