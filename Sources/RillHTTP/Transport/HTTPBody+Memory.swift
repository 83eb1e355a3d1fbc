package import Rill

extension HTTPBody {
    /// Reads a body into memory, for transports that keep what they were asked.
    ///
    /// - Parameters:
    ///   - body: The body; nil for none.
    ///   - send: Goes on with the body in memory.
    /// - Returns: What `send` makes, once the body has been read; what lies in memory is passed on at once.
    package static func inMemory(
        _ body: HTTPBody?, _ send: @escaping @Sendable (HTTPBody?) throws -> Observable<TransportEvent>
    ) -> Observable<TransportEvent> {
        guard let body, body.bytes == nil else { return .deferred { try send(body) } }
        return body.chunks.toArray()
            .mapError { TransportError(.sendFailed, "the body could not be read: \($0)") }
            .flatMap { chunks in
                var read = HTTPBody(chunks.flatMap { $0 }, contentType: body.contentType)
                if let count = body.count, let found = read.count, found != count {
                    throw TransportError(.sendFailed, "the body has \(found) bytes, but \(count) were announced")
                }
                if let report = body.report { read = read.onProgress(report) }
                return try send(read)
            }
    }

    /// Reads a stream that is announced to be empty: a transport that sends nothing of it would not notice if it is not.
    ///
    /// - Parameters:
    ///   - body: The stream.
    ///   - send: Sends the empty body that takes its place.
    /// - Returns: The events of `send`, or the failure of the stream.
    static func checkingEmptyStream(
        _ body: HTTPBody, _ send: @escaping @Sendable (HTTPBody) throws -> Observable<TransportEvent>
    ) -> Observable<TransportEvent> {
        body.chunks.filter { !$0.isEmpty }.take(1).toArray()
            .mapError { TransportError(.sendFailed, "the body could not be read: \($0)") }
            .flatMap { chunks in
                guard chunks.isEmpty else {
                    throw TransportError(.sendFailed, "the body has more than 0 bytes, but 0 were announced")
                }
                return try send(HTTPBody([UInt8](), contentType: body.contentType))
            }
    }

    /// Tells that the whole body, which lies in memory, has been sent.
    package func reportAll() {
        if let count = bytes?.count { report?(TransferProgress(completed: count, total: count)) }
    }
}
