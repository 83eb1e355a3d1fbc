/// Options for the parallel upload and download of large content.
///
/// A transfer keeps at most ``maxConcurrent`` + 2 blocks or ranges in memory.
public struct TransferOptions: Sendable, Hashable {
    /// The size of the blocks of an upload and of the ranges of a download, in bytes.
    ///
    /// Defaults to 4 MiB.
    ///
    /// Must be between 1 byte and 4,000 MiB. A blob has at most 50,000 blocks, so the block size of large uploads of
    /// known length is increased if needed. Ranges with a checksum are limited to 4 MiB.
    public var chunkSize: Int

    /// The maximum number of concurrently transferred blocks or ranges.
    ///
    /// Must be at least 1. Defaults to 4.
    public var maxConcurrent: Int

    /// A Boolean value that indicates whether the MD5 of each block or range, and of the whole content, is verified.
    ///
    /// Defaults to `true`.
    public var checksMD5: Bool

    /// A Boolean value that indicates whether the CRC-64 of each block or range is verified instead of its MD5.
    ///
    /// Defaults to `false`. The CRC-64 of a downloaded range is verified if the service returns it. The MD5 of the whole
    /// content is verified if ``checksMD5`` is `true` and the service returns it.
    public var checksCRC64: Bool

    /// Creates transfer options.
    ///
    /// - Parameters:
    ///   - chunkSize: The size of a block or range in bytes, 1 byte to 4,000 MiB. Defaults to 4 MiB.
    ///   - maxConcurrent: The maximum number of concurrently transferred blocks or ranges. Must be at least 1. Defaults
    ///     to 4.
    ///   - checksMD5: Whether MD5 checksums are verified. Defaults to `true`.
    ///   - checksCRC64: Whether the CRC-64 of each block or range is verified instead of its MD5. Defaults to `false`.
    public init(chunkSize: Int = 4 << 20, maxConcurrent: Int = 4, checksMD5: Bool = true, checksCRC64: Bool = false) {
        self.chunkSize = chunkSize
        self.maxConcurrent = maxConcurrent
        self.checksMD5 = checksMD5
        self.checksCRC64 = checksCRC64
    }

    static let maximumBlockSize = 4_000 << 20
    static let maximumBlockCount = 50_000

    /// The maximum size of a range for which the service returns a checksum, in bytes.
    static let maximumCheckedRange = 4 << 20

    /// Returns the block size of an upload.
    ///
    /// - Throws: ``TransferError`` if the content requires too many blocks, or an option is invalid.
    func blockSize(for count: Int?) throws(TransferError) -> Int {
        try check()
        guard let count else { return chunkSize }
        let least = count / Self.maximumBlockCount + (count % Self.maximumBlockCount == 0 ? 0 : 1)
        guard least <= Self.maximumBlockSize else {
            throw TransferError("the content has \(count) bytes, which exceeds the maximum size of a blob")
        }
        return max(chunkSize, least)
    }

    /// Returns the range size of a download.
    func rangeSize() throws(TransferError) -> Int {
        try check()
        return checksMD5 || checksCRC64 ? min(chunkSize, Self.maximumCheckedRange) : chunkSize
    }

    private func check() throws(TransferError) {
        guard 1...Self.maximumBlockSize ~= chunkSize else {
            throw TransferError("chunkSize must be between 1 and \(Self.maximumBlockSize) bytes, got \(chunkSize)")
        }
        guard maxConcurrent >= 1 else {
            throw TransferError("maxConcurrent must be at least 1, got \(maxConcurrent)")
        }
    }
}
