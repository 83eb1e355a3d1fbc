public import RillHTTP
public import RillTesting

extension StubTransport {
    /// A request as the transport received it, including any secrets.
    public struct Request: Sendable {
        /// The state of an exchange.
        public enum State: Sendable, Hashable {
            /// The response is incomplete.
            case running

            /// The response has completed or failed.
            case ended

            /// The subscriber canceled the exchange before it ended.
            case cancelled
        }

        /// The zero-based number of the request: the number of requests that were sent before it.
        public let number: Int

        /// The request head.
        public let message: HTTPRequest

        /// The request body, or `nil` if there is none.
        public let body: HTTPBody?

        /// The virtual time at which the request was sent, or `nil` if the transport does not run on a `TestScheduler`.
        public let sent: TestTime?

        /// The state of the exchange when this value was read.
        public internal(set) var state = State.running

        /// The virtual time at which the exchange ended or was canceled, or `nil` if it is running or there is no
        /// virtual time.
        public internal(set) var finished: TestTime?

        /// The HTTP method.
        public var method: HTTPRequest.Method { message.method }

        /// The URL, for example `https://qiita.example/tags?page=1`.
        public var url: String { message.unvalidatedURL }

        /// The percent-encoded path without the query.
        public var path: String { message.pathWithoutQuery }

        /// The decoded names and values of the query.
        public var queryItems: [(name: String, value: String)] {
            PercentDecoding.pairs((message.path ?? "")[...].drop { $0 != "?" }.dropFirst())
        }

        /// The header fields.
        public var headerFields: HTTPFields { message.headerFields }

        /// The body as text, or `nil` if there is no body or it is not valid UTF-8.
        public var bodyText: String? { body?.bytes.flatMap { String(validating: $0, as: UTF8.self) } }

        /// A Boolean value that indicates whether the subscriber canceled the exchange before its end.
        public var isCancelled: Bool { state == .cancelled }

        /// Returns the first query value with a given name.
        ///
        /// - Parameter name: The decoded name.
        /// - Returns: The decoded value, or `nil` if the query has no item with this name.
        public func queryItem(_ name: String) -> String? {
            queryItems.first { $0.name == name }?.value
        }
    }
}

extension StubTransport.Request: CustomStringConvertible {
    /// The method and the path, for example `GET /tags`.
    ///
    /// The query, which may contain secrets, is omitted.
    public var description: String { message.methodAndPath }
}

extension HTTPRequest {
    /// The percent-encoded path without the query.
    ///
    /// Empty if there is no path.
    var pathWithoutQuery: String { String((path ?? "").prefix { $0 != "?" }) }

    /// The method and the path, for example `GET /tags`.
    ///
    /// Suitable for messages, which must not contain secrets.
    var methodAndPath: String { path == nil ? method.rawValue : "\(method.rawValue) \(pathWithoutQuery)" }
}
