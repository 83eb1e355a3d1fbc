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
    private let isUnbounded: Bool
    private var pieces: [ArraySlice<UInt8>] = []
    private var count = 0
    private var index = 0
    private var digest: MD5?

    /// - Parameters:
    ///   - size: How many bytes a block has.
    ///   - checksMD5: Whether the MD5 of the whole is wanted.
    ///   - isUnbounded: Whether nobody knows how many blocks there will be.
    init(size: Int, checksMD5: Bool, isUnbounded: Bool) {
        self.size = size
        self.isUnbounded = isUnbounded
        digest = checksMD5 ? MD5() : nil
    }

    mutating func append(_ chunk: [UInt8]) {
        guard !chunk.isEmpty else { return }
        pieces.append(chunk[...])
        count += chunk.count
    }

    mutating func next() throws -> Block? {
        count > size ? try cut(size, isLast: false) : nil
    }

    mutating func last() throws -> Block? {
        try cut(count, isLast: true)
    }

    private mutating func cut(_ length: Int, isLast: Bool) throws -> Block {
        guard index < TransferOptions.maximumBlockCount else {
            throw TransferError(
                "a blob has \(TransferOptions.maximumBlockCount) blocks at most, and with \(size) bytes in each the "
                    + "content has more\(isUnbounded ? ": choose larger pieces, or say how long it is" : "")")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length)
        var used = 0
        while bytes.count < length {
            let part = pieces[used].prefix(length - bytes.count)
            bytes += part
            pieces[used].removeFirst(part.count)
            if pieces[used].isEmpty { used += 1 }
        }
        pieces.removeFirst(used)
        count -= length
        digest?.update(bytes)
        defer { index += 1 }
        return Block(index: index, bytes: bytes, isLast: isLast, wholeMD5: isLast ? digest?.digest : nil)
    }
}
