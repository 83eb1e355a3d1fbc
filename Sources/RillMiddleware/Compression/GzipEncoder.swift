internal import RillHTTP
internal import RillSystem

/// Compresses the chunks of one body with gzip.
///
/// The compressed bytes of a chunk are in memory until they are sent.
final class GzipEncoder: @unchecked Sendable {  // used by one event at a time
    private let compressor: SystemZLib.Compressor

    /// The number of bytes before compression.
    private(set) var count = 0

    init(_ library: SystemZLib) throws(TransportError) {
        compressor = try Self.converting { () throws(SystemZLib.Failure) in
            try SystemZLib.Compressor(library, windowBits: 15 + 16)
        }
    }

    /// Returns the compressed bytes that are available after a chunk, which can be none.
    ///
    /// - Parameters:
    ///   - chunk: The chunk.
    ///   - flushes: Whether the returned bytes are sufficient to decompress the chunk. Reduces the compression.
    func compress(_ chunk: [UInt8], flushes: Bool = false) throws(TransportError) -> [UInt8] {
        count += chunk.count
        return chunk.isEmpty ? [] : try run(chunk, flushes ? .sync : .none)
    }

    /// Returns the last compressed bytes.
    func finish() throws(TransportError) -> [UInt8] { try run([], .finish) }

    private func run(_ input: [UInt8], _ flush: SystemZLib.Flush) throws(TransportError) -> [UInt8] {
        try Self.converting { () throws(SystemZLib.Failure) in try compressor.compress(input, flush) }
    }

    /// Converts failures of zlib.
    static func converting<Value>(_ work: () throws(SystemZLib.Failure) -> Value) throws(TransportError) -> Value {
        do {
            return try work()
        } catch {
            throw TransportError(.invalidRequest, "cannot compress the request body: \(error.reason)")
        }
    }
}
