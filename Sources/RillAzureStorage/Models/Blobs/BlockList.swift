internal import Foundation

/// The committed and uncommitted blocks of a blob.
public struct BlockList: Sendable, Hashable {
    /// A block.
    public struct Block: Sendable, Hashable {
        /// The Base64-encoded block ID.
        ///
        /// All block IDs of a blob have the same length.
        public let id: String

        /// The size of the block in bytes.
        public let size: Int
    }

    /// The blocks of the blob, in content order.
    public let committed: [Block]

    /// The uploaded blocks that have not been committed.
    public let uncommitted: [Block]
}

extension BlockList.Block: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id = "Name"
        case size = "Size"
    }
}

extension BlockList: Decodable {
    private enum CodingKeys: String, CodingKey {
        case committedBlocks
        case uncommittedBlocks
    }

    private struct Blocks: Decodable {
        let block: [Block]
    }

    /// Decodes a block list.
    ///
    /// - Parameter decoder: A decoder of a `BlockList` element.
    /// - Throws: An error of the decoder.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        committed = try values.decodeIfPresent(Blocks.self, forKey: .committedBlocks)?.block ?? []
        uncommitted = try values.decodeIfPresent(Blocks.self, forKey: .uncommittedBlocks)?.block ?? []
    }
}

/// The request body that commits the latest version of each block, committed or not.
struct LatestBlocks: Encodable {
    let latest: [String]
}
