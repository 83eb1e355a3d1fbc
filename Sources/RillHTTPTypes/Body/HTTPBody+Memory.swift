package import Rill

extension HTTPBody {
    /// Reads a body into memory before the request is sent, for transports that record requests.
    ///
    /// A body that is already in memory is passed to `send` without a copy.
    ///
    /// - Parameters:
    ///   - body: The body, or `nil` for none.
    ///   - send: A closure that sends the request with the body in memory.
    /// - Returns: The events of the observable that `send` returns.
    package static func inMemory(
        _ body: HTTPBody?, _ send: @escaping @Sendable (HTTPBody?) throws -> Observable<TransportEvent>
    ) -> Observable<TransportEvent> {
        guard let body, body.bytes == nil else { return .deferred { try send(body) } }
        return .deferred {
            let original = SentBytes(limit: .max)
            return body.chunks(beforeCompression: { original.append($0) }).toArray()
                .mapError { TransportError.unreadableBody($0) }
                .flatMap { chunks in
                    var read = HTTPBody(chunks.flatMap { $0 }, contentType: body.contentType)
                    if let compress = body.uncompressed?.compress {
                        read.uncompressed = Uncompressed(source: .bytes(original.bytes), compress: compress)
                    }
                    if let count = body.count, let found = read.count, found != count {
                        throw TransportError.wrongBodyLength("\(found) bytes", declared: count)
                    }
                    if let report = body.report { read = read.onProgress(report) }
                    return try send(read)
                }
        }
    }

    /// Checks that a stream with a declared length of 0 is empty before the request is sent.
    ///
    /// Transports do not subscribe to such a stream, so they cannot detect the mismatch themselves.
    ///
    /// - Parameters:
    ///   - body: The stream body.
    ///   - send: A closure that sends the request with an empty body in memory.
    /// - Returns: The events of the observable that `send` returns, or the error of the stream.
    package static func checkingEmptyStream(
        _ body: HTTPBody, _ send: @escaping @Sendable (HTTPBody) throws -> Observable<TransportEvent>
    ) -> Observable<TransportEvent> {
        body.chunks.filter { !$0.isEmpty }.take(1).toArray()
            .mapError { TransportError.unreadableBody($0) }
            .flatMap { chunks in
                guard chunks.isEmpty else { throw TransportError.wrongBodyLength("more than 0 bytes", declared: 0) }
                return try send(HTTPBody([UInt8](), contentType: body.contentType))
            }
    }

    /// Reports complete progress for a body in memory.
    package func reportAll() {
        if let count = bytes?.count { report?(TransferProgress(completed: count, total: count)) }
    }
}
