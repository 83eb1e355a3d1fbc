public import RillHTTP

extension LoopbackServer {
    /// A request as the server has read it.
    public struct Request: Sendable {
        /// The method.
        public let method: HTTPRequest.Method

        /// The target exactly as it stood in the request line: path and query, percent-encoded.
        public let target: String

        /// The header fields, in the order in which they arrived.
        public let fields: HTTPFields

        /// The body, without the framing of chunks.
        public internal(set) var body: [UInt8] = []

        /// The fields that followed a chunked body.
        public internal(set) var trailers: HTTPFields = [:]

        /// The number of the connection that carried the request; the first one is 1.
        public let connection: Int

        /// The second digit of the version: 1 for HTTP/1.1, 0 for HTTP/1.0.
        let minorVersion: Int

        /// The path of the target, percent-encoded; empty if the target is an address without a path.
        public var path: String { String(splitTarget.path) }

        /// The names and values of the query in their order, decoded; `+` is read as a space.
        public var queryItems: [(name: String, value: String)] { PercentDecoding.pairs(splitTarget.query) }

        /// The body read as UTF-8; what is not UTF-8 is replaced by U+FFFD.
        public var bodyText: String { String(decoding: body, as: UTF8.self) }

        /// Returns the first value of the query under a name.
        ///
        /// - Parameter name: The name, decoded.
        /// - Returns: The value, decoded; nil if the query has no such name.
        public func queryItem(_ name: String) -> String? {
            queryItems.first { $0.name == name }?.value
        }

        private var splitTarget: (path: Substring, query: Substring) {
            var rest = target[...]
            // A proxy is asked for a whole address.
            if !target.hasPrefix("/"), let authority = target.firstRange(of: "://") {
                rest = target[authority.upperBound...].drop { $0 != "/" && $0 != "?" }
            }
            let path = rest.prefix { $0 != "?" }
            return (path, rest[path.endIndex...].dropFirst())
        }

        /// Whether the connection ends with the answer.
        var closesConnection: Bool {
            let options = fields.connectionOptions
            return options.contains("close") || minorVersion == 0 && !options.contains("keep-alive")
        }
    }
}

extension LoopbackServer.Request: CustomStringConvertible {
    /// The method and the target.
    public var description: String { "\(method) \(target)" }
}

extension HTTPFields {
    /// The words of the `Connection` field, in lower case.
    var connectionOptions: [String] {
        (self[.connection] ?? "").split { $0 == "," || $0 == " " }.map { $0.lowercased() }
    }
}

extension LoopbackServer.Request {
    /// Whether the client waits for `100 Continue` before it sends the body.
    var expectsContinue: Bool { minorVersion > 0 && fields[.expect]?.lowercased() == "100-continue" }
}
