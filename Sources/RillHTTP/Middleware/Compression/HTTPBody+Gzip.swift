internal import Rill

extension HTTPBody {
    /// The content of a compressed body before compression.
    struct Uncompressed: Sendable {
        let source: Source

        /// Compresses the chunks of the content.
        let compress: @Sendable (Observable<[UInt8]>) -> Observable<[UInt8]>
    }

    /// Returns a body with the same content, compressed with gzip.
    ///
    /// A body in memory is compressed at once, others during the upload, from the beginning for each attempt.
    ///
    /// - Parameters:
    ///   - library: The functions of zlib.
    ///   - scheduler: The scheduler on which files and streams are compressed.
    /// - Returns: The compressed body.
    /// - Throws: A `TransportError` if zlib fails.
    func gzipped(by library: ZLib, on scheduler: any Scheduler) throws(TransportError) -> HTTPBody {
        let original = self
        var body = self
        let compress = { @Sendable (chunks: Observable<[UInt8]>) in
            Observable.deferred {
                let gzip = try GzipChunks(library, of: original)
                // A transport may read on a thread that serves other exchanges, too.
                return chunks.transformEventsInPlace("gzip") { event, observer in
                    if case .next(let chunk) = event { try gzip.receive(chunk) }
                    observer.on(event)
                }
                .observeOn(scheduler, bufferSize: GzipChunks.bufferSize, whenFull: {})
                .transformEvents("gzip") { try gzip.compress($0, $1) }
            }
        }
        body.uncompressed = Uncompressed(source: source, compress: compress)
        if let bytes {
            let encoder = try GzipEncoder(library)
            body.source = .bytes(try encoder.compress(bytes) + encoder.finish())
        } else {
            body.source = .stream(compress(chunks), count: nil)
        }
        return body
    }

    /// The content before compression, or `nil` if it is not in memory.
    package var uncompressedBytes: [UInt8]? {
        if case .bytes(let bytes) = uncompressed?.source ?? source { bytes } else { nil }
    }

    /// The chunks of the body, and the bytes before compression for a compressed body.
    ///
    /// - Parameter receive: A closure that receives the chunks before compression. Not called for other bodies.
    func chunks(beforeCompression receive: @escaping @Sendable ([UInt8]) -> Void) -> Observable<[UInt8]> {
        guard let uncompressed else { return chunks }
        var original = self
        original.source = uncompressed.source
        return uncompressed.compress(original.chunks.do(onNext: receive))
    }
}
