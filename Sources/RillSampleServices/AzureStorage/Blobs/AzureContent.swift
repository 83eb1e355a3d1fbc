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
    private(set) var blocks: [Block] = []

    /// The written pages, or `nil` if the blob is not a page blob.
    private(set) var pages: AzurePages?
    private(set) var count = 0

    /// The chunks that are not empty, with their offsets.
    private var chunks: [(offset: Int, bytes: [UInt8])] = []

    init(whole bytes: [UInt8]) {
        append(bytes)
    }

    init(blocks: [Block]) {
        for block in blocks { append(block) }
    }

    init(pages: AzurePages, count: Int) {
        self.pages = pages
        self.count = count
    }

    /// Adds a block, in constant time if the content is not shared.
    mutating func append(_ block: Block) {
        blocks.append(block)
        append(block.bytes)
    }

    private mutating func append(_ chunk: [UInt8]) {
        guard !chunk.isEmpty else { return }
        chunks.append((count, chunk))
        count += chunk.count
    }

    /// Returns the chunks of a range within the content.
    ///
    /// Chunks that are completely inside the range are not copied. The range of a page blob is held in memory.
    func slices(_ range: Range<Int>) -> [[UInt8]] {
        guard !range.isEmpty else { return [] }
        if let pages { return pages.parts(of: range).map(\.bytes) }
        let overlapping = chunks[firstChunk(at: range.lowerBound)...].prefix { $0.offset < range.upperBound }
        return overlapping.map { offset, bytes in
            let part = max(range.lowerBound - offset, 0)..<min(range.upperBound - offset, bytes.count)
            return part.count == bytes.count ? bytes : Array(bytes[part])
        }
    }

    /// Returns the steps of a server that sends a range within the content as the body of a response to GET.
    func steps(_ range: Range<Int>) -> [LoopbackServer.Step] {
        pages?.parts(of: range).map(\.step) ?? slices(range).map { .bytes($0) }
    }

    /// Returns the index of the chunk that contains an offset.
    private func firstChunk(at offset: Int) -> Int {
        var (low, high) = (0, chunks.count)
        while low < high {
            let middle = (low + high) / 2
            if chunks[middle].offset <= offset { low = middle + 1 } else { high = middle }
        }
        return max(low - 1, 0)
    }
}
