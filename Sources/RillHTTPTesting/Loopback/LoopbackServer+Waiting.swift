/// Waits for what a client does. None of them sleeps: they return as soon as it has happened.
///
/// Each wait comes twice. In an asynchronous function the one that suspends is taken; the other one blocks the thread.
extension LoopbackServer {
    /// Waits until a number of requests has been read.
    ///
    /// - Parameters:
    ///   - count: How many requests, counted from the start of the server.
    ///   - timeout: How long to wait at most.
    /// - Returns: All requests that are recorded by then.
    /// - Throws: `TimeoutError` if there were fewer in time.
    @discardableResult
    public func waitForRequests(_ count: Int = 1, timeout: Duration = .seconds(10)) throws -> [Request] {
        try wait("\(count) requests", timeout) { $0.requestCount >= count ? $0.requests : nil }
    }

    /// Waits until a number of requests has been read.
    ///
    /// - Parameters:
    ///   - count: How many requests, counted from the start of the server.
    ///   - timeout: How long to wait at most.
    /// - Returns: All requests that are recorded by then.
    /// - Throws: `TimeoutError` if there were fewer in time.
    @discardableResult
    public func waitForRequests(_ count: Int = 1, timeout: Duration = .seconds(10)) async throws -> [Request] {
        try await onThread { try self.waitForRequests(count, timeout: timeout) }
    }

    /// Waits until a connection has ended, from either side.
    ///
    /// - Parameters:
    ///   - number: The number of the connection; the first one is 1.
    ///   - timeout: How long to wait at most.
    /// - Returns: The connection, with its `end`.
    /// - Throws: `TimeoutError` if it is open still, or was never opened.
    @discardableResult
    public func waitForEnd(ofConnection number: Int = 1, timeout: Duration = .seconds(10)) throws -> Connection {
        try wait("the end of connection \(number)", timeout) { record in
            guard record.connections.indices.contains(number - 1) else { return nil }
            let connection = record.connections[number - 1]
            return connection.end == nil ? nil : connection
        }
    }

    /// Waits until a connection has ended, from either side.
    ///
    /// - Parameters:
    ///   - number: The number of the connection; the first one is 1.
    ///   - timeout: How long to wait at most.
    /// - Returns: The connection, with its `end`.
    /// - Throws: `TimeoutError` if it is open still, or was never opened.
    @discardableResult
    public func waitForEnd(
        ofConnection number: Int = 1, timeout: Duration = .seconds(10)
    ) async throws -> Connection {
        try await onThread { try self.waitForEnd(ofConnection: number, timeout: timeout) }
    }

    /// Waits until no more than a number of connections is open.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of open connections.
    ///   - timeout: The maximum time to wait.
    /// - Throws: `TimeoutError` if more were open.
    public func waitForOpenConnections(atMost limit: Int, timeout: Duration = .seconds(10)) throws {
        try wait("at most \(limit) open connections", timeout) { record in
            record.connections.count { $0.end == nil } <= limit ? () : nil
        }
    }

    /// Waits until no more than a number of connections is open.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of open connections.
    ///   - timeout: The maximum time to wait.
    /// - Throws: `TimeoutError` if more were open.
    public func waitForOpenConnections(atMost limit: Int, timeout: Duration = .seconds(10)) async throws {
        try await onThread { try self.waitForOpenConnections(atMost: limit, timeout: timeout) }
    }

    /// Waits until a number of bytes of bodies has been written.
    ///
    /// - Parameters:
    ///   - count: How many bytes, counted as in `bodyBytesWritten`.
    ///   - timeout: How long to wait at most.
    /// - Returns: How many have been written by then.
    /// - Throws: `TimeoutError` if there were fewer in time.
    @discardableResult
    public func waitForBodyBytes(_ count: Int, timeout: Duration = .seconds(10)) throws -> Int {
        try wait("\(count) bytes of bodies", timeout) { $0.bodyBytesWritten >= count ? $0.bodyBytesWritten : nil }
    }

    /// Waits until a number of bytes of bodies has been written.
    ///
    /// - Parameters:
    ///   - count: How many bytes, counted as in `bodyBytesWritten`.
    ///   - timeout: How long to wait at most.
    /// - Returns: How many have been written by then.
    /// - Throws: `TimeoutError` if there were fewer in time.
    @discardableResult
    public func waitForBodyBytes(_ count: Int, timeout: Duration = .seconds(10)) async throws -> Int {
        try await onThread { try self.waitForBodyBytes(count, timeout: timeout) }
    }

    private func wait<Result>(
        _ what: String, _ timeout: Duration, until condition: (ServerRecord) -> Result?
    ) throws -> Result {
        if let result = record.wait(timeout: timeout, until: { condition($0) }) { return result }
        throw TimeoutError(description: "waited \(timeout) for \(what) in vain: \(record.read { $0.summary })")
    }

    /// Blocks a thread of its own instead of one of the few that all asynchronous functions share.
    private func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try NativeThread.start { continuation.resume(with: Swift.Result(catching: body)) }.detach()
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}

extension ServerRecord {
    /// What has happened so far, for the text of an error.
    var summary: String {
        let list = requests.suffix(5).map { "\($0)" }.joined(separator: ", ")
        let open = connections.count { $0.end == nil }
        return "\(requestCount) requests\(list.isEmpty ? "" : " (the last: \(list))"), "
            + "\(connections.count) connections (\(open) open), \(bodyBytesWritten) bytes of bodies"
    }
}
