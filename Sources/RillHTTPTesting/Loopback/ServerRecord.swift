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
package struct ServerRecord {
    private(set) var requests: [LoopbackServer.Request] = []
    private(set) var requestCount = 0

    /// The recorded connections in the order of their numbers: all open ones, and the most recent ones that have ended.
    package private(set) var connections: [LoopbackServer.Connection] = []

    /// The number of accepted connections, the last of which is always recorded.
    var connectionCount: Int { connections.last?.number ?? 0 }
    var openConnectionCount: Int { connections.count { $0.end == nil } }
    private(set) var bodyBytesWritten = 0

    /// The server's running threads.
    ///
    /// Used to detect calls from these threads.
    var threads: [NativeThread] = []

    /// The connections whose threads are about to end and can be joined.
    var finishedConnections: [Int] = []

    /// Whether `stop()` has ended all threads.
    var isStopped = false

    /// Adds a connection, and removes the oldest one that has ended if there are more than `limit`.
    mutating func open(limit: Int) -> Int {
        connections.append(LoopbackServer.Connection(number: connectionCount + 1))
        if connections.count > limit, let oldest = connections.firstIndex(where: { $0.end != nil }) {
            connections.remove(at: oldest)
        }
        return connectionCount
    }

    /// Returns the index of a connection, or `nil` if it has been removed.
    func index(ofConnection number: Int) -> Int? {
        // Each removed connection moves the later ones to the front by one.
        connections.prefix(max(number, 0)).lastIndex { $0.number == number }
    }

    mutating func add(_ request: LoopbackServer.Request, limit: Int) {
        requestCount += 1
        if let index = index(ofConnection: request.connection) { connections[index].requestCount += 1 }
        requests.append(request)
        if requests.count > limit { requests.removeFirst(requests.count - limit) }
    }

    mutating func addBodyBytes(_ count: Int, connection: Int) {
        bodyBytesWritten += count
        if let index = index(ofConnection: connection) { connections[index].bodyBytesWritten += count }
    }

    mutating func end(_ connection: Int, _ end: LoopbackServer.Connection.End) {
        guard let index = index(ofConnection: connection), connections[index].end == nil else { return }
        connections[index].end = end
    }
}
