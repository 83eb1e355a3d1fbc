/// A writer that collects the chunks of an entry in memory.
final class MemoryCacheWriter: CacheWriter, @unchecked Sendable {  // used by one thread at a time
    /// An error for a body with too many chunks, because small chunks take more memory than their bytes.
    struct TooManyChunksError: Error {}

    private var chunks: [[UInt8]] = []
    private let store: @Sendable ([[UInt8]], [UInt8]) -> Void

    init(_ store: @escaping @Sendable (_ chunks: [[UInt8]], _ metadata: [UInt8]) -> Void) {
        self.store = store
    }

    func append(_ bytes: [UInt8]) throws {
        guard chunks.count < 1 << 16 else { throw TooManyChunksError() }
        chunks.append(bytes)
    }

    func commit(metadata: [UInt8]) {
        store(chunks, metadata)
    }

    func cancel() {
        chunks = []
    }
}

extension CacheBody {
    /// Creates a body that consists of chunks in memory.
    init(_ chunks: [[UInt8]]) {
        var starts: [Int] = []
        var size = 0
        for chunk in chunks {
            starts.append(size)
            size += chunk.count
        }
        self.init(size: size) { [starts] offset, limit in
            // The last chunk that starts at or before the offset.
            var low = 0
            var high = starts.count
            while high - low > 1 {
                let middle = (low + high) / 2
                if starts[middle] <= offset { low = middle } else { high = middle }
            }
            guard low < chunks.count else { return [] }
            let chunk = chunks[low]
            let start = offset - starts[low]
            if start == 0, chunk.count <= limit { return chunk }
            return Array(chunk[start..<min(chunk.count, start + limit)])
        }
    }
}
