extension LoopbackServer {
    /// The port, the limits and the TLS configuration of a server.
    public struct Options: Sendable {
        /// The port to listen on.
        ///
        /// Defaults to 0, which selects a free port.
        public var port: UInt16 = 0

        /// The path of the Unix domain socket to listen on, with 1 to 103 bytes.
        ///
        /// The file must not exist. It is deleted when the server stops. Defaults to `nil`, which means the port.
        public var unixSocketPath: String?

        /// The maximum size of the request line and the header fields, in bytes.
        ///
        /// Defaults to 64 KiB. The server responds to larger heads with status 431.
        public var maximumHeadSize = 64 << 10

        /// The maximum size of a request body, in bytes.
        ///
        /// Defaults to 64 MiB. The server responds to larger bodies with status 413.
        public var maximumBodySize = 64 << 20

        /// The maximum number of concurrent connections, each served by its own thread.
        ///
        /// Further connections wait to be accepted. Idle connections count, too. Defaults to 512.
        public var maximumConnections = 512

        /// The maximum number of requests kept in `requests`, and of connections kept in `connections`.
        ///
        /// When it is exceeded, the oldest requests and the oldest connections that have ended are removed. Defaults to
        /// 10,000. Must not be negative.
        public var maximumRecordedRequests = 10_000

        /// The size of the kernel's send buffer for each connection, in bytes.
        ///
        /// Defaults to `nil`, which uses the system default.
        ///
        /// A small buffer lets a test observe back-pressure after a few kilobytes instead of megabytes.
        public var sendBufferSize: Int?

        /// Whether the server sends `100 Continue` in response to `Expect: 100-continue` before it reads the body.
        ///
        /// Defaults to `true`.
        public var sendsContinue = true

        /// The TLS configuration.
        ///
        /// Defaults to `nil`, which means plain HTTP.
        public var tls: TLS?

        /// A closure that can respond to a request as soon as its head has been read.
        ///
        /// Defaults to `nil`.
        ///
        /// If the closure returns a response, the server sends it without reading the body or calling the handler, and
        /// then closes the connection. If it returns `nil`, the server reads the body and calls the handler. Like the
        /// handler, the closure must not block.
        public var earlyResponse: (@Sendable (Request) -> Response?)?

        /// The SOCKS5 handshake of each connection, or `nil` for HTTP.
        var socks: SOCKSHandshake?

        /// The gate that stops the server, or `nil` for a new one.
        var stop: Gate?

        /// Creates options with default values.
        public init() {}
    }
}
