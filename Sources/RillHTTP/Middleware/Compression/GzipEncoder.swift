internal import Rill

/// Compresses the chunks of one body with gzip.
///
/// Memory is bounded by 256 KiB for zlib, and the size of the largest chunk.
final class GzipEncoder: @unchecked Sendable {  // used by one event at a time
    private static let roomSize = 64 * 1024

    private let library: ZLib
    private let stream: UnsafeMutablePointer<ZLib.Stream>

    /// The number of bytes before compression.
    private(set) var count = 0

    init(_ library: ZLib) throws(TransportError) {
        self.library = library
        stream = .allocate(capacity: 1)
        stream.initialize(to: ZLib.Stream())
        // Method 8 is deflate. Adding 16 to the window of 15 bits selects the gzip format.
        let status = library.initialize(stream, -1, 8, 15 + 16, 8, 0, "1", Int32(MemoryLayout<ZLib.Stream>.size))
        guard status == 0 else {
            stream.deallocate()
            throw ZLib.error("zlib failed with code \(status)")
        }
    }

    deinit {
        _ = library.end(stream)
        stream.deallocate()
    }

    /// Returns the compressed bytes that are available after a chunk, which can be none.
    func compress(_ chunk: [UInt8]) throws(TransportError) -> [UInt8] {
        count += chunk.count
        return try run(chunk, flush: 0)
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
        while true {
            var status: Int32 = 0
            let written = [UInt8](unsafeUninitializedCapacity: Self.roomSize) { room, count in
                stream.pointee.nextOutput = room.baseAddress
                stream.pointee.outputCount = CUnsignedInt(Self.roomSize)
                status = library.deflate(stream, flush)
                count = Self.roomSize - Int(stream.pointee.outputCount)
            }
            output += written
            // Code -5 means that no progress was possible.
            if status < 0, status != -5 { return status }
            if written.count < Self.roomSize { return 0 }
        }
    }
}

extension HTTPBody {
    /// Returns a body with the same content, compressed with gzip.
    ///
    /// A body in memory is compressed at once, others during the upload, from the beginning for each attempt.
    func gzipped(by library: ZLib) throws(TransportError) -> HTTPBody {
        var body = self
        body.uncompressed = uncompressed ?? source
        if let bytes {
            let encoder = try GzipEncoder(library)
            body.source = .bytes(try encoder.compress(bytes) + encoder.finish())
        } else {
            let declared = try checkedCount()
            let encoded = Observable.deferred { [chunks] in
                let encoder = try GzipEncoder(library)
                return chunks.transformEvents("gzip") { (event, observer: Observer<[UInt8]>) in
                    switch event {
                    case .next(let chunk):
                        let bytes = try encoder.compress(chunk)
                        if !bytes.isEmpty { observer.on(.next(bytes)) }
                    case .error(let error): observer.on(.error(error))
                    case .completed:
                        if let declared, encoder.count != declared {
                            throw TransportError(
                                .sendFailed, .requestBody,
                                Self.lengthMismatch(found: "\(encoder.count) bytes", declared: declared))
                        }
                        observer.on(.next(try encoder.finish()))
                        observer.on(.completed)
                    }
                }
            }
            body.source = .stream(encoded, count: nil)
        }
        return body
    }
}
