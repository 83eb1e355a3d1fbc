public import RillHTTP
public import RillTesting

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

        /// The virtual time at which it was sent; nil where the transport does not run on a `TestScheduler`.
        public let sent: TestTime?

        /// How it stood with the request when it was asked for.
        public internal(set) var state = State.running

        /// The virtual time at which it ended or was given up; nil while it runs, and where there is no virtual time.
        public internal(set) var finished: TestTime?

        /// The method.
        public var method: HTTPRequest.Method { message.method }

        /// The address: `https://qiita.example/tags?page=1`.
        public var url: String { "\(message.scheme ?? "")://\(message.authority ?? "")\(message.path ?? "")" }

        /// The path without the query, percent-encoded.
        public var path: String { message.pathWithoutQuery }

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

extension StubTransport.Request: CustomStringConvertible {
    /// The method and the path, without the query, which may hold secrets: `GET /tags`.
    public var description: String { message.methodAndPath }
}

extension HTTPRequest {
    /// The path, percent-encoded; empty if there is none.
    var pathWithoutQuery: String { String((path ?? "").prefix { $0 != "?" }) }

    /// What texts call a request, so that they hold no secrets: `GET /tags`.
    var methodAndPath: String { path == nil ? method.rawValue : "\(method.rawValue) \(pathWithoutQuery)" }
}
