public import Rill

extension HTTPBody {
    /// The content of a compressed body before compression.
    package struct Uncompressed: Sendable {
        package var source: Source

        /// Compresses the chunks of the content.
        package let compress: @Sendable (Observable<[UInt8]>) -> Observable<[UInt8]>
    }

    /// Returns a body with the same content in a content coding, such as gzip.
    ///
    /// Errors, logs, and cassettes redact the content before it is encoded.
    ///
    /// - Parameters:
    ///   - bytes: The encoded content, or `nil` to encode the content during each upload. Defaults to `nil`.
    ///   - encode: A closure that encodes the chunks of the content.
    /// - Returns: The encoded body, whose length is unknown unless it is in memory.
    public func encoded(
        _ bytes: [UInt8]? = nil, by encode: @escaping @Sendable (Observable<[UInt8]>) -> Observable<[UInt8]>
    ) -> HTTPBody {
        var body = self
        let earlier = uncompressed
        body.uncompressed = Uncompressed(source: earlier?.source ?? source) { chunks in
            // If the encoded content is known, a stream is read for its secrets only.
            bytes.map { chunks.filter { _ in false }.concat(.just($0)) } ?? encode(earlier?.compress(chunks) ?? chunks)
        }
        body.source = bytes.map { .bytes($0) } ?? .stream(encode(unreportedChunks), count: nil)
        return body
    }

    /// The content before compression, or `nil` if it is not in memory.
    package var uncompressedBytes: [UInt8]? {
        if case .bytes(let bytes) = uncompressed?.source ?? source { bytes } else { nil }
    }
}
