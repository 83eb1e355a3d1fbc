internal import Digests
internal import RillHTTP

/// A part of a content that is sent by itself.
struct Block: Sendable {
    let index: Int
    let bytes: [UInt8]

    /// Whether it is the end of the content.
    let isLast: Bool

    /// The MD5 of the whole content; of the last block alone, and only if that is wanted.
    let wholeMD5: [UInt8]?
}

/// Cuts a content into blocks of one size.
///
/// Whether a block is the last is known when another byte comes, or none: a content that fits into one block makes one, and
/// so does an empty one.
struct BlockCutter: ChunkParser {
    private let size: Int
    private let total: Int?
    private var sum = 0

    /// The block that is being filled, and what is behind it.
    private var current: [UInt8] = []
    private var rest: ArraySlice<UInt8> = []
    private var index = 0
    private var digest: MD5?

    /// - Parameters:
    ///   - size: How many bytes a block has.
    ///   - checksMD5: Whether the MD5 of the whole is wanted.
    ///   - total: How many bytes have been announced; nil if nobody knows.
    init(size: Int, checksMD5: Bool, total: Int?) {
        self.size = size
        self.total = total
        digest = checksMD5 ? MD5() : nil
    }

    mutating func append(_ chunk: [UInt8]) {
        rest = chunk[...]
        sum += chunk.count
    }

    mutating func next() throws -> Block? {
        if let total, sum > total { throw Self.wrongLength("more than \(total) bytes", total) }
        // A small content needs less, and of a huge piece the rest can wait.
        if current.isEmpty, !rest.isEmpty { current.reserveCapacity(min(size, total ?? size, 64 << 20)) }
        let part = rest.prefix(size - current.count)
        current += part
        rest.removeFirst(part.count)
        return rest.isEmpty ? nil : try cut(isLast: false)
    }

    mutating func last() throws -> Block? {
        // A part of it must not pass for all.
        if let total, sum < total { throw Self.wrongLength("\(sum) bytes", total) }
        return try cut(isLast: true)
    }

    private static func wrongLength(_ found: String, _ total: Int) -> TransferError {
        TransferError("the content has \(found), but \(total) were announced")
    }

    private mutating func cut(isLast: Bool) throws -> Block {
        guard index < TransferOptions.maximumBlockCount else {
            throw TransferError(
                "a blob has \(TransferOptions.maximumBlockCount) blocks at most, and with \(size) bytes in each the "
                    + "content has more\(total == nil ? ": choose larger pieces, or say how long it is" : "")")
        }
        let bytes = current
        current = []
        digest?.update(bytes)
        defer { index += 1 }
        return Block(index: index, bytes: bytes, isLast: isLast, wholeMD5: isLast ? digest?.digest : nil)
    }
}
