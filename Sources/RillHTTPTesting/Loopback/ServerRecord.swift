extension LoopbackServer {
    /// The record of a connection that the server has accepted.
    public struct Connection: Sendable, Hashable {
        /// The side that ended a connection.
        public enum End: Sendable, Hashable {
            /// The client closed or reset the connection.
            case byClient

            /// The server closed or reset the connection, because of the response or because the server was stopped.
            case byServer
        }

        /// The number of the connection.
        ///
        /// The first connection has number 1.
        public let number: Int

        /// The number of requests received on the connection.
        public internal(set) var requestCount = 0

        /// The number of response body bytes, excluding framing, that the server has written to the socket.
        public internal(set) var bodyBytesWritten = 0

        /// The side that ended the connection, or `nil` while it is open.
        public internal(set) var end: End?
    }
}

/// The state shared by the threads of a server and the tests.
///
/// Protected by a `Monitor`.
struct ServerRecord {
    private(set) var requests: [LoopbackServer.Request] = []
    private(set) var requestCount = 0
    private(set) var connections: [LoopbackServer.Connection] = []
    private(set) var bodyBytesWritten = 0

    /// The server's running threads.
    ///
    /// Used to detect calls from these threads.
    var threads: [NativeThread] = []

    /// The connections whose threads are about to end and can be joined.
    var finishedConnections: [Int] = []

    /// The progress of `stop()`.
    var isStopping = false
    var isStopped = false

    mutating func open() -> Int {
        connections.append(LoopbackServer.Connection(number: connections.count + 1))
        return connections.count
    }

    mutating func add(_ request: LoopbackServer.Request, limit: Int) {
        requestCount += 1
        connections[request.connection - 1].requestCount += 1
        requests.append(request)
        if requests.count > limit { requests.removeFirst(requests.count - limit) }
    }

    mutating func addBodyBytes(_ count: Int, connection: Int) {
        bodyBytesWritten += count
        connections[connection - 1].bodyBytesWritten += count
    }

    mutating func end(_ connection: Int, _ end: LoopbackServer.Connection.End) {
        connections[connection - 1].end = connections[connection - 1].end ?? end
    }
}
