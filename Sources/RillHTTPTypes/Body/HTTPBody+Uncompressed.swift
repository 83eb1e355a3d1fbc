package import Rill

extension HTTPBody {
    /// The content of a compressed body before compression.
    package struct Uncompressed: Sendable {
        package let source: Source

        /// Compresses the chunks of the content.
        let compress: @Sendable (Observable<[UInt8]>) -> Observable<[UInt8]>

        package init(source: Source, compress: @escaping @Sendable (Observable<[UInt8]>) -> Observable<[UInt8]>) {
            self.source = source
            self.compress = compress
        }
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
