extension LoopbackServer {
    /// What a server listens on, and what it allows.
    public struct Options: Sendable {
        /// The port; 0, the default, takes a free one.
        public var port: UInt16 = 0

        /// How many bytes the request line and the header fields may have together; more is answered with 431.
        public var maximumHeadSize = 64 << 10

        /// How many bytes the body of a request may have; more is answered with 413.
        public var maximumBodySize = 64 << 20

        /// How many connections are served at once, each on its own thread; further ones wait to be accepted.
        public var maximumConnections = 256

        /// How many requests are kept in `requests`; of more, the oldest are forgotten.
        public var maximumRecordedRequests = 10_000

        /// The size of the kernel's buffer for each connection's answers, in bytes; nil leaves it to the system.
        ///
        /// A small one lets a test see back-pressure after a few kilobytes instead of megabytes.
        public var sendBufferSize: Int?

        /// Whether `Expect: 100-continue` is answered with `100 Continue` before the body is read; otherwise with silence.
        public var sendsContinue = true

        /// The certificate with which the server speaks TLS; nil, the default, for plain HTTP.
        public var tls: TLS?

        /// Looks at a request as soon as its head has been read, before its body.
        ///
        /// A response returned here is sent instead of the handler's, without reading the body, and the connection is
        /// closed behind it. Nil goes on to read the body and to ask the handler. Like the handler, it must not block.
        public var answersEarly: (@Sendable (Request) -> Response?)?

        /// Creates the default options.
        public init() {}
    }
}
