internal import RillHTTP
internal import RillSystem

/// Compresses the chunks of one body with gzip.
///
/// zlib uses about 256 KiB. The compressed bytes of a chunk are in memory until they are sent.
final class GzipEncoder: @unchecked Sendable {  // used by one event at a time
    private static let roomSizes = 1_024...64 * 1_024

    private let library: ZLib
    private let stream: UnsafeMutablePointer<SystemZLib.Stream>

    /// The number of bytes before compression.
    private(set) var count = 0

    init(_ library: ZLib) throws(TransportError) {
        let stream = UnsafeMutablePointer<SystemZLib.Stream>.allocate(capacity: 1)
        stream.initialize(to: SystemZLib.Stream())
        // Method 8 is deflate. Adding 16 to the window of 15 bits selects the gzip format.
        let status = library.initialize(stream, -1, 8, 15 + 16, 8, 0, "1", Int32(MemoryLayout<SystemZLib.Stream>.size))
        guard status == 0 else {
            // The properties are not set yet, so `deinit` does not run.
            stream.deallocate()
            throw ZLib.error("zlib failed with code \(status)")
        }
        self.library = library
        self.stream = stream
    }

    deinit {
        _ = library.end(stream)
        stream.deallocate()
    }

    /// Returns the compressed bytes that are available after a chunk, which can be none.
    ///
    /// - Parameters:
    ///   - chunk: The chunk.
    ///   - flushes: Whether the returned bytes are sufficient to decompress the chunk. Reduces the compression.
    func compress(_ chunk: [UInt8], flushes: Bool = false) throws(TransportError) -> [UInt8] {
        count += chunk.count
        return chunk.isEmpty ? [] : try run(chunk, flush: flushes ? 2 : 0)
    }

    /// Returns the last compressed bytes.
    func finish() throws(TransportError) -> [UInt8] { try run([], flush: 4) }

    private func run(_ input: [UInt8], flush: Int32) throws(TransportError) -> [UInt8] {
        var output: [UInt8] = []
        let status = input.withUnsafeBufferPointer { input -> Int32 in
            var rest = input[...]
            repeat {
                // The count has 32 bits.
                let part = rest.prefix(1 << 30)
                rest = rest.dropFirst(part.count)
                let status = deflate(UnsafeBufferPointer(rebasing: part), flush, into: &output)
                if status < 0 { return status }
            } while !rest.isEmpty
            return 0
        }
        guard status == 0 else { throw ZLib.error("zlib failed with code \(status)") }
        return output
    }

    /// Compresses until all input is consumed and all available output is written.
    private func deflate(_ input: UnsafeBufferPointer<UInt8>, _ flush: Int32, into output: inout [UInt8]) -> Int32 {
        stream.pointee.nextInput = input.baseAddress
        stream.pointee.inputCount = CUnsignedInt(input.count)
        defer { stream.pointee.nextInput = nil }
        let roomSize = min(max(input.count, Self.roomSizes.lowerBound), Self.roomSizes.upperBound)
        while true {
            var status: Int32 = 0
            let written = [UInt8](unsafeUninitializedCapacity: roomSize) { room, count in
                stream.pointee.nextOutput = room.baseAddress
                stream.pointee.outputCount = CUnsignedInt(roomSize)
                status = library.deflate(stream, flush)
                count = roomSize - Int(stream.pointee.outputCount)
            }
            output += written
            // Code -5 means that no progress was possible.
            if status < 0, status != -5 { return status }
            if written.count < roomSize { return 0 }
        }
    }
}
