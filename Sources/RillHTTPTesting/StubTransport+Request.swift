public import RillHTTP

extension StubTransport {
    /// A request that was sent, as it reached the transport, secrets included.
    public struct Request: Sendable {
        /// How it stands with a request.
        public enum State: Sendable, Hashable {
            /// The answer is not complete.
            case running

            /// The answer was complete, or failed.
            case ended

            /// The subscriber gave it up before its end.
            case cancelled
        }

        /// How many requests were sent before this one.
        public let number: Int

        /// The head.
        public let message: HTTPRequest

        /// The body; nil if there is none.
        public let body: HTTPBody?

        /// How it stood with the request when it was asked for.
        public internal(set) var state = State.running

        /// The method.
        public var method: HTTPRequest.Method { message.method }

        /// The address: `https://qiita.example/tags?page=1`.
        public var url: String { "\(message.scheme ?? "")://\(message.authority ?? "")\(message.path ?? "")" }

        /// The path without the query, percent-encoded.
        public var path: String { String((message.path ?? "").prefix { $0 != "?" }) }

        /// The pairs of the query, decoded.
        public var queryItems: [(name: String, value: String)] {
            PercentDecoding.pairs((message.path ?? "")[...].drop { $0 != "?" }.dropFirst())
        }

        /// The header fields.
        public var headerFields: HTTPFields { message.headerFields }

        /// The body's bytes as text; nil if there is no body, or if it is not UTF-8.
        public var bodyText: String? { body?.bytes.flatMap { String(validating: $0, as: UTF8.self) } }

        /// Whether the subscriber gave it up before its end.
        public var isCancelled: Bool { state == .cancelled }

        /// Reads one value of the query.
        ///
        /// - Parameter name: The name, decoded.
        /// - Returns: The first value of that name, decoded; nil if there is none.
        public func queryItem(_ name: String) -> String? {
            queryItems.first { $0.name == name }?.value
        }
    }
}
