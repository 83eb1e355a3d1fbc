/// Waits for client activity. Each method returns as soon as the condition is met.
///
/// Each method has two overloads. The asynchronous one suspends the task, and the synchronous one blocks the thread.
extension LoopbackServer {
    /// Waits until the server has received a number of requests.
    ///
    /// - Parameters:
    ///   - count: The total number of requests since the server started. Defaults to 1.
    ///   - timeout: The maximum time to wait. Defaults to 10 seconds.
    /// - Returns: All requests recorded so far.
    /// - Throws: `TimeoutError` if the wait times out.
    @discardableResult
    public func waitForRequests(_ count: Int = 1, timeout: Duration = .seconds(10)) throws -> [Request] {
        try wait("request \(count)", timeout) { $0.requestCount >= count ? $0.requests : nil }
    }

    /// Waits until the server has received a number of requests.
    ///
    /// - Parameters:
    ///   - count: The total number of requests since the server started. Defaults to 1.
    ///   - timeout: The maximum time to wait. Defaults to 10 seconds.
    /// - Returns: All requests recorded so far.
    /// - Throws: `TimeoutError` if the wait times out.
    @discardableResult
    public func waitForRequests(_ count: Int = 1, timeout: Duration = .seconds(10)) async throws -> [Request] {
        try await NativeThread.run { try self.waitForRequests(count, timeout: timeout) }
    }

    /// Waits until the client or the server has closed a connection.
    ///
    /// - Parameters:
    ///   - number: The number of the connection. The first connection has number 1, which is the default.
    ///   - timeout: The maximum time to wait. Defaults to 10 seconds.
    /// - Returns: The connection, whose `end` is not `nil`.
    /// - Throws: `TimeoutError` if the connection is still open or was never opened.
    @discardableResult
    public func waitForEnd(ofConnection number: Int = 1, timeout: Duration = .seconds(10)) throws -> Connection {
        try wait("the end of connection \(number)", timeout) { record in
            record.index(ofConnection: number).map { record.connections[$0] }.flatMap { $0.end == nil ? nil : $0 }
        }
    }

    /// Waits until the client or the server has closed a connection.
    ///
    /// - Parameters:
    ///   - number: The number of the connection. The first connection has number 1, which is the default.
    ///   - timeout: The maximum time to wait. Defaults to 10 seconds.
    /// - Returns: The connection, whose `end` is not `nil`.
    /// - Throws: `TimeoutError` if the connection is still open or was never opened.
    @discardableResult
    public func waitForEnd(ofConnection number: Int = 1, timeout: Duration = .seconds(10)) async throws -> Connection {
        try await NativeThread.run { try self.waitForEnd(ofConnection: number, timeout: timeout) }
    }

    /// Waits until the number of open connections is at most a limit.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of open connections.
    ///   - timeout: The maximum time to wait. Defaults to 10 seconds.
    /// - Throws: `TimeoutError` if the wait times out.
    public func waitForOpenConnections(atMost limit: Int, timeout: Duration = .seconds(10)) throws {
        try wait("at most \(limit) open connection\(limit == 1 ? "" : "s")", timeout) { record in
            record.openConnectionCount <= limit ? () : nil
        }
    }

    /// Waits until the number of open connections is at most a limit.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of open connections.
    ///   - timeout: The maximum time to wait. Defaults to 10 seconds.
    /// - Throws: `TimeoutError` if the wait times out.
    public func waitForOpenConnections(atMost limit: Int, timeout: Duration = .seconds(10)) async throws {
        try await NativeThread.run { try self.waitForOpenConnections(atMost: limit, timeout: timeout) }
    }

    /// Waits until the server has written a number of response body bytes.
    ///
    /// - Parameters:
    ///   - count: The number of bytes, as counted by `bodyBytesWritten`.
    ///   - timeout: The maximum time to wait. Defaults to 10 seconds.
    /// - Returns: The number of bytes written so far.
    /// - Throws: `TimeoutError` if the wait times out.
    @discardableResult
    public func waitForBodyBytes(_ count: Int, timeout: Duration = .seconds(10)) throws -> Int {
        try wait("\(count) response body byte\(count == 1 ? "" : "s")", timeout) {
            $0.bodyBytesWritten >= count ? $0.bodyBytesWritten : nil
        }
    }

    /// Waits until the server has written a number of response body bytes.
    ///
    /// - Parameters:
    ///   - count: The number of bytes, as counted by `bodyBytesWritten`.
    ///   - timeout: The maximum time to wait. Defaults to 10 seconds.
    /// - Returns: The number of bytes written so far.
    /// - Throws: `TimeoutError` if the wait times out.
    @discardableResult
    public func waitForBodyBytes(_ count: Int, timeout: Duration = .seconds(10)) async throws -> Int {
        try await NativeThread.run { try self.waitForBodyBytes(count, timeout: timeout) }
    }

    private func wait<Result>(
        _ description: String, _ timeout: Duration, until condition: (ServerRecord) -> Result?
    ) throws -> Result {
        if let result = record.wait(timeout: timeout, until: { condition($0) }) { return result }
        throw TimeoutError(
            description: "timed out after \(timeout) waiting for \(description). "
                + "Recorded so far: \(record.read { $0.summary })")
    }
}

extension ServerRecord {
    /// A summary of the recorded activity for error messages.
    package var summary: String {
        let list = requests.suffix(5).map { "\($0)" }.joined(separator: ", ")
        return "requests: \(requestCount)\(list.isEmpty ? "" : " (most recent: \(list))"), "
            + "connections: \(connectionCount) (open: \(openConnectionCount)), response body bytes: \(bodyBytesWritten)"
    }
}
