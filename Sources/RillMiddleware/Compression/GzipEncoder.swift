internal import RillHTTP
internal import RillSystem

/// Compresses the chunks of one body with gzip.
///
/// zlib uses about 256 KiB. The compressed bytes of a chunk are in memory until they are sent.
final class GzipEncoder: @unchecked Sendable {  // used by one event at a time
    private let library: SystemZLib
    private let stream: UnsafeMutablePointer<SystemZLib.Stream>

    /// The number of bytes before compression.
    private(set) var count = 0

    init(_ library: SystemZLib) throws(TransportError) {
        let stream = UnsafeMutablePointer<SystemZLib.Stream>.allocate(capacity: 1)
        stream.initialize(to: SystemZLib.Stream())
        // Method 8 is deflate. Adding 16 to the window of 15 bits selects the gzip format.
        let status = library.startDeflate(stream, -1, 8, 15 + 16, 8, 0, "1", SystemZLib.streamSize)
        guard status == 0 else {
            // The properties are not set yet, so `deinit` does not run.
            stream.deallocate()
            throw Self.error("zlib failed with code \(status)")
        }
        self.library = library
        self.stream = stream
    }

    deinit {
        _ = library.endDeflate(stream)
        stream.deallocate()
    }

    /// Returns the compressed bytes that are available after a chunk, which can be none.
    ///
    /// - Parameters:
    ///   - chunk: The chunk.
    ///   - flushes: Whether the returned bytes are sufficient to decompress the chunk. Reduces the compression.
    func compress(_ chunk: [UInt8], flushes: Bool = false) throws(TransportError) -> [UInt8] {
        count += chunk.count
        return chunk.isEmpty ? [] : try run(chunk, flush: flushes ? SystemZLib.syncFlush : SystemZLib.noFlush)
    }

    /// Returns the last compressed bytes.
    func finish() throws(TransportError) -> [UInt8] { try run([], flush: SystemZLib.finish) }

    private func run(_ input: [UInt8], flush: Int32) throws(TransportError) -> [UInt8] {
        var output: [UInt8] = []
        let status = library.compress(input, stream, flush: flush, into: &output)
        guard status == SystemZLib.ok else { throw Self.error("zlib failed with code \(status)") }
        return output
    }

    static func error(_ reason: String) -> TransportError {
        TransportError(.invalidRequest, "cannot compress the request body: \(reason)")
    }
}
