internal import Rill
internal import RillHTTP

extension HTTPBody {
    /// Reads a body into memory before the request is sent, for transports that record requests.
    ///
    /// A body that is already in memory is passed to `send` without a copy.
    ///
    /// - Parameters:
    ///   - body: The body, or `nil` for none.
    ///   - send: A closure that sends the request with the body in memory.
    /// - Returns: The events of the observable that `send` returns.
    static func inMemory(
        _ body: HTTPBody?, _ send: @escaping @Sendable (HTTPBody?) throws -> Observable<TransportEvent>
    ) -> Observable<TransportEvent> {
        guard let body, body.bytes == nil else { return .deferred { try send(body) } }
        return .deferred {
            let original = Monitor<[UInt8]>([])
            return body.chunks(beforeCompression: { chunk in original.update { $0 += chunk } }).toArray()
                .mapError { TransportError.unreadableBody($0) }
                .flatMap { chunks in
                    var read = body
                    read.source = .bytes(chunks.flatMap { $0 })
                    read.uncompressed?.source = .bytes(original.read { $0 })
                    if let count = body.count, let found = read.count, found != count {
                        throw TransportError.wrongBodyLength("\(found) bytes", declared: count)
                    }
                    return try send(read)
                }
        }
    }

    /// The chunks of the body without reports of the progress, and the bytes before compression for a compressed body.
    ///
    /// - Parameter receive: A closure that receives the chunks before compression. Not called for other bodies.
    private func chunks(beforeCompression receive: @escaping @Sendable ([UInt8]) -> Void) -> Observable<[UInt8]> {
        guard let uncompressed else { return unreportedChunks }
        var original = self
        original.source = uncompressed.source
        return uncompressed.compress(original.unreportedChunks.do(onNext: receive))
    }

    /// Reports the progress of the upload of a body in memory.
    ///
    /// - Parameter step: The uploaded part of the body, or the same part of another body. Defaults to the whole body.
    func reportUpload(_ step: UploadStep = UploadStep(completed: 1, total: 1)) {
        let count = bytes?.count ?? 0
        report?(TransferProgress(completed: step.completed(of: count), total: count))
    }
}
