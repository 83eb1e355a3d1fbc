internal import RillHTTPTesting

/// The content of a blob, stored as the chunks in which it was uploaded.
///
/// The chunks are not joined, so that a large blob is stored only once. Ranges are located by the offsets of the
/// chunks.
struct AzureContent: Sendable {
    /// A chunk with its block ID.
    struct Block: Sendable {
        let id: String
        let bytes: [UInt8]
    }

    /// The committed blocks.
    ///
    /// Empty if the blob was uploaded with Put Blob.
    private(set) var blocks: [Block]

    /// The written pages, or `nil` if the blob is not a page blob.
    let pages: AzurePages?
    private(set) var count: Int

    /// The chunks that are not empty.
    private var chunks: [[UInt8]]

    /// The offsets of the chunks.
    private var offsets: [Int]

    init(whole bytes: [UInt8]) {
        self.init(blocks: [], chunks: [bytes])
    }

    init(blocks: [Block]) {
        self.init(blocks: blocks, chunks: blocks.map(\.bytes))
    }

    init(pages: AzurePages, count: Int) {
        self.pages = pages
        self.count = count
        blocks = []
        chunks = []
        offsets = []
    }

    private init(blocks: [Block], chunks: [[UInt8]]) {
        self.blocks = blocks
        pages = nil
        self.chunks = chunks.filter { !$0.isEmpty }
        var offsets: [Int] = []
        var end = 0
        for chunk in self.chunks {
            offsets.append(end)
            end += chunk.count
        }
        self.offsets = offsets
        count = end
    }

    /// Adds a block that is not empty, in constant time if the content is not shared.
    mutating func append(_ block: Block) {
        blocks.append(block)
        chunks.append(block.bytes)
        offsets.append(count)
        count += block.bytes.count
    }

    /// Returns the chunks of a range within the content.
    ///
    /// Chunks that are completely inside the range are not copied. The range of a page blob is held in memory.
    func slices(_ range: Range<Int>) -> [[UInt8]] {
        guard !range.isEmpty else { return [] }
        if let pages {
            return pages.parts(of: range).map { part in
                switch part {
                case .bytes(let bytes): bytes
                case .zeros(let count): [UInt8](repeating: 0, count: count)
                }
            }
        }
        var result: [[UInt8]] = []
        var index = firstChunk(at: range.lowerBound)
        while index < chunks.count, offsets[index] < range.upperBound {
            let chunk = chunks[index]
            let start = max(range.lowerBound - offsets[index], 0)
            let end = min(range.upperBound - offsets[index], chunk.count)
            result.append(start == 0 && end == chunk.count ? chunk : Array(chunk[start..<end]))
            index += 1
        }
        return result
    }

    /// Returns the steps of a server that sends a range within the content as the body of a response to GET.
    func steps(_ range: Range<Int>) -> [LoopbackServer.Step] {
        guard let pages else { return slices(range).map { .bytes($0) } }
        return pages.parts(of: range).map { part in
            switch part {
            case .bytes(let bytes): .bytes(bytes)
            case .zeros(let count): .repeating("\0", count: count)
            }
        }
    }

    /// Returns the index of the chunk that contains an offset.
    private func firstChunk(at offset: Int) -> Int {
        var (low, high) = (0, offsets.count)
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return max(low - 1, 0)
    }
}
