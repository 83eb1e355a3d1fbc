extension LoopbackServer {
    /// What the server knows of a connection.
    public struct Connection: Sendable, Hashable {
        /// Who has ended a connection.
        public enum End: Sendable, Hashable {
            /// The client has closed or reset it.
            case byClient

            /// The server has closed or reset it, as the response demanded, or because it was stopped.
            case byServer
        }

        /// The number of the connection; the first one is 1.
        public let number: Int

        /// How many requests it has carried.
        public internal(set) var requestCount = 0

        /// How many bytes of bodies, without framing, the system has taken for it.
        public internal(set) var bodyBytesWritten = 0

        /// Who has ended it; nil while it is open.
        public internal(set) var end: End?
    }
}

/// What the threads of a server and the tests share, behind a `Monitor`.
struct ServerRecord {
    private(set) var requests: [LoopbackServer.Request] = []
    private(set) var requestCount = 0
    private(set) var connections: [LoopbackServer.Connection] = []
    private(set) var bodyBytesWritten = 0

    /// The server's threads that have not ended, so that they can be told from others.
    var threads: [NativeThread] = []

    /// The connections whose threads have nothing left to do but to be joined.
    var finishedConnections: [Int] = []

    /// How far `stop()` has come.
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
