#if os(Linux)
    internal import Rill
    internal import RillHTTPTypes

    extension HTTPBody {
        /// Checks that a stream with a declared length of 0 is empty before the request is sent.
        ///
        /// libcurl does not read such a body, so it cannot detect the mismatch itself.
        ///
        /// - Parameter send: A closure that sends the request with an empty body in memory.
        /// - Returns: The events of the observable that `send` returns, or the error of the stream.
        func checkingEmptyStream(
            _ send: @escaping @Sendable (HTTPBody) throws -> Observable<TransportEvent>
        ) -> Observable<TransportEvent> {
            unreportedChunks.filter { !$0.isEmpty }.take(1).toArray()
                .mapError { TransportError.unreadableBody($0) }
                .flatMap { chunks in
                    guard chunks.isEmpty else {
                        throw TransportError.wrongBodyLength("more than 0 bytes", declared: 0)
                    }
                    var empty = self
                    empty.source = .bytes([])
                    return try send(empty)
                }
        }
    }
#endif
