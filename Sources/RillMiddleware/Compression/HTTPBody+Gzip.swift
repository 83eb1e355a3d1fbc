internal import Rill
internal import RillHTTP

extension HTTPBody {
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
}
