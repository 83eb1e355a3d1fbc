internal import RillHTTP
internal import RillSystem

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
    func gzipped(by library: SystemZLib, on scheduler: any Scheduler) throws(TransportError) -> HTTPBody {
        let original = self
        let compress = { @Sendable (chunks: Observable<[UInt8]>) in
            Observable.deferred {
                let gzip = try GzipChunks(library, of: original)
                // A transport may read on a thread that serves other exchanges, too.
                return chunks.do(onNext: { try gzip.receive($0) })
                    .observeOn(scheduler, bufferSize: GzipChunks.bufferSize, whenFull: {})
                    .transformEvents("gzip") { try gzip.compress($0, $1) }
            }
        }
        guard let bytes else { return encoded(by: compress) }
        let encoder = try GzipEncoder(library)
        return encoded(try encoder.compress(bytes) + encoder.finish(), by: compress)
    }
}
