internal import RillDigests

/// A block of an upload.
struct Block: Sendable {
    let index: Int
    let bytes: [UInt8]

    /// Whether this is the last block of the content.
    let isLast: Bool

    /// The MD5 of the whole content.
    ///
    /// Set only on the last block, and only if requested.
    let wholeMD5: [UInt8]?
}

/// Splits content into blocks of equal size.
///
/// A block is emitted when a further byte or the end of the content is received, because only then is it known whether
/// the block is the last one. Empty content becomes one empty block.
struct BlockSplitter {
    private let size: Int
    private let total: Int?
    private var sum = 0

    /// The incomplete block, and the unprocessed bytes of the current chunk.
    private var current: [UInt8] = []
    private var rest: ArraySlice<UInt8> = []
    private var index = 0
    private var digest: MD5?

    /// - Parameters:
    ///   - size: The block size in bytes.
    ///   - checksMD5: Whether to compute the MD5 of the whole content.
    ///   - total: The declared length of the content in bytes, or `nil` if unknown.
    init(size: Int, checksMD5: Bool, total: Int?) {
        self.size = size
        self.total = total
        digest = checksMD5 ? MD5() : nil
    }

    /// Appends a chunk, after which `next()` returns the completed blocks.
    mutating func append(_ chunk: [UInt8]) {
        rest = chunk[...]
        sum += chunk.count
    }

    /// Returns the next completed block, or `nil` if another chunk is needed.
    mutating func next() throws -> Block? {
        if let total, sum > total { throw Self.wrongLength("more", total) }
        // Reserve no more than small content needs, and at most 64 MiB for large blocks.
        if current.isEmpty, !rest.isEmpty { current.reserveCapacity(min(size, total ?? size, 64 << 20)) }
        let part = rest.prefix(size - current.count)
        current += part
        rest.removeFirst(part.count)
        return rest.isEmpty ? nil : try makeBlock(isLast: false)
    }

    /// Returns the block that the end of the content completes.
    mutating func last() throws -> Block {
        // Truncated content must not be committed as the whole content.
        if let total, sum < total { throw Self.wrongLength("\(sum)", total) }
        return try makeBlock(isLast: true)
    }

    private static func wrongLength(_ actual: String, _ total: Int) -> TransferError {
        TransferError("content length mismatch: expected \(total) bytes, got \(actual)")
    }

    private mutating func makeBlock(isLast: Bool) throws -> Block {
        guard index < TransferOptions.maximumBlockCount else {
            throw TransferError(
                "the content exceeds \(TransferOptions.maximumBlockCount) blocks of \(size) bytes"
                    + (total == nil ? ": increase chunkSize or specify the length of the content" : ""))
        }
        let bytes = current
        current = []
        digest?.update(bytes)
        defer { index += 1 }
        return Block(index: index, bytes: bytes, isLast: isLast, wholeMD5: isLast ? digest?.digest : nil)
    }
}
