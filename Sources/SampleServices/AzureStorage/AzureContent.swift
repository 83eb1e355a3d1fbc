/// The bytes of a blob: the pieces in which they came.
///
/// They are never joined: a large blob is kept once, and a part of it is found by the pieces' offsets.
struct AzureContent: Sendable {
    /// A piece, and the id under which a list of blocks names it.
    struct Block: Sendable {
        let id: String
        let bytes: [UInt8]
    }

    /// The pieces that have ids; none if the blob came as a whole.
    let blocks: [Block]
    let count: Int

    /// All pieces that are not empty.
    private let pieces: [[UInt8]]

    /// Where each of the pieces begins.
    private let offsets: [Int]

    init(whole bytes: [UInt8]) {
        self.init(blocks: [], pieces: [bytes])
    }

    init(blocks: [Block]) {
        self.init(blocks: blocks, pieces: blocks.map(\.bytes))
    }

    private init(blocks: [Block], pieces: [[UInt8]]) {
        self.blocks = blocks
        self.pieces = pieces.filter { !$0.isEmpty }
        var offsets: [Int] = []
        var end = 0
        for piece in self.pieces {
            offsets.append(end)
            end += piece.count
        }
        self.offsets = offsets
        count = end
    }

    /// The bytes of a range that lies within the content, in pieces; those that lie in it as a whole are not copied.
    func slices(_ range: Range<Int>) -> [[UInt8]] {
        guard !range.isEmpty else { return [] }
        var result: [[UInt8]] = []
        var index = firstPiece(at: range.lowerBound)
        while index < pieces.count, offsets[index] < range.upperBound {
            let piece = pieces[index]
            let start = max(range.lowerBound - offsets[index], 0)
            let end = min(range.upperBound - offsets[index], piece.count)
            result.append(start == 0 && end == piece.count ? piece : Array(piece[start..<end]))
            index += 1
        }
        return result
    }

    /// The last piece that does not begin behind an offset.
    private func firstPiece(at offset: Int) -> Int {
        var (low, high) = (0, offsets.count)
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return max(low - 1, 0)
    }
}
