public import RillHTTP

extension LoopbackServer {
    /// A request received by the server.
    public struct Request: Sendable {
        /// The HTTP method.
        public let method: HTTPRequest.Method

        /// The request target exactly as received in the request line: the percent-encoded path and query.
        public let target: String

        /// The header fields, in order of arrival.
        public let fields: HTTPFields

        /// The body without chunked framing.
        public internal(set) var body: [UInt8] = []

        /// The trailer fields of a chunked body.
        public internal(set) var trailers: HTTPFields = [:]

        /// The number of the connection that carried the request.
        ///
        /// The first connection has number 1.
        public let connection: Int

        /// The minor version: 1 for HTTP/1.1, 0 for HTTP/1.0.
        let minorVersion: Int

        /// The percent-encoded path of the target.
        ///
        /// Empty if the target is an absolute URL without a path.
        public var path: String { String(splitTarget.path) }

        /// The decoded names and values of the query, in order.
        ///
        /// A `+` is decoded as a space.
        public var queryItems: [(name: String, value: String)] { PercentDecoding.pairs(splitTarget.query) }

        /// The body decoded as UTF-8.
        ///
        /// Invalid bytes are replaced by U+FFFD.
        public var bodyText: String { String(decoding: body, as: UTF8.self) }

        /// Returns the first query value with a given name.
        ///
        /// - Parameter name: The decoded name.
        /// - Returns: The decoded value, or `nil` if the query has no item with this name.
        public func queryItem(_ name: String) -> String? {
            queryItems.first { $0.name == name }?.value
        }

        private var splitTarget: (path: Substring, query: Substring) {
            var rest = target[...]
            // Requests to a proxy have an absolute URL as their target.
            if !target.hasPrefix("/"), let authority = target.firstRange(of: "://") {
                rest = target[authority.upperBound...].drop { $0 != "/" && $0 != "?" }
            }
            let path = rest.prefix { $0 != "?" }
            return (path, rest[path.endIndex...].dropFirst())
        }

        /// Whether the connection closes after the response.
        var closesConnection: Bool {
            let options = fields.connectionOptions
            return options.contains("close") || minorVersion == 0 && !options.contains("keep-alive")
        }

        /// Whether the client waits for `100 Continue` before sending the body.
        var expectsContinue: Bool { minorVersion > 0 && fields[.expect]?.lowercased() == "100-continue" }
    }
}

extension LoopbackServer.Request: CustomStringConvertible {
    /// The method and the target.
    public var description: String { "\(method) \(target)" }
}

extension HTTPFields {
    /// The options of the `Connection` header field, in lowercase.
    var connectionOptions: [String] {
        (self[.connection] ?? "").split { $0 == "," || $0 == " " }.map { $0.lowercased() }
    }
}
