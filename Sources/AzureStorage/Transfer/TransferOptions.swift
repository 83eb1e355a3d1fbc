/// How large contents are cut into pieces that travel side by side.
///
/// A transfer has about ``maxConcurrent`` + 2 pieces in memory.
public struct TransferOptions: Sendable, Hashable {
    /// How many bytes a piece has: a block of an upload, a range of a download; 4 MiB unless said otherwise.
    ///
    /// 1 to 4,000 MiB. A blob has 50,000 blocks at most: uploads of known length take larger ones where that is needed. A
    /// range that is checked has 4 MiB at most.
    public var pieceSize: Int

    /// How many pieces travel at a time, one or more; four unless said otherwise.
    public var maxConcurrent: Int

    /// Whether each piece, and the whole, is checked by its MD5; true unless said otherwise.
    public var checksMD5: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - pieceSize: How many bytes a piece has, 1 to 4,000 MiB.
    ///   - maxConcurrent: How many pieces travel at a time, one or more.
    ///   - checksMD5: Whether each piece, and the whole, is checked by its MD5.
    public init(pieceSize: Int = 4 << 20, maxConcurrent: Int = 4, checksMD5: Bool = true) {
        self.pieceSize = pieceSize
        self.maxConcurrent = maxConcurrent
        self.checksMD5 = checksMD5
    }

    static let maximumBlockSize = 4_000 << 20
    static let maximumBlockCount = 50_000

    /// How large a range is that the service tells the MD5 of.
    static let maximumCheckedRange = 4 << 20

    /// The size of the blocks of an upload.
    ///
    /// - Throws: ``TransferError`` if there would be too many, or an option makes no sense.
    func blockSize(for count: Int?) throws(TransferError) -> Int {
        try check()
        guard let count else { return pieceSize }
        let least = count / Self.maximumBlockCount + (count % Self.maximumBlockCount == 0 ? 0 : 1)
        guard least <= Self.maximumBlockSize else {
            throw TransferError("\(count) bytes are more than a blob can have")
        }
        return max(pieceSize, least)
    }

    /// The size of the ranges of a download.
    func rangeSize() throws(TransferError) -> Int {
        try check()
        return checksMD5 ? min(pieceSize, Self.maximumCheckedRange) : pieceSize
    }

    private func check() throws(TransferError) {
        guard 1...Self.maximumBlockSize ~= pieceSize else {
            throw TransferError("pieces have 1 to \(Self.maximumBlockSize) bytes, not \(pieceSize)")
        }
        guard maxConcurrent >= 1 else {
            throw TransferError("one piece or more travels at a time, not \(maxConcurrent)")
        }
    }
}
