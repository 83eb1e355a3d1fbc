internal import Foundation

/// The blocks of a blob.
public struct BlockList: Sendable, Hashable {
    /// A block.
    public struct Block: Sendable, Hashable {
        /// By what the one who sent it calls it, in Base64; of a blob, all are of one length.
        public let id: String

        /// How many bytes it has.
        public let size: Int
    }

    /// Those that the blob consists of, in order.
    public let committed: [Block]

    /// Those that have been sent, and are not a part of the blob yet.
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

    /// Reads the lists.
    ///
    /// - Parameter decoder: Holds an element `BlockList`.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        committed = try values.decodeIfPresent(Blocks.self, forKey: .committedBlocks)?.block ?? []
        uncommitted = try values.decodeIfPresent(Blocks.self, forKey: .uncommittedBlocks)?.block ?? []
    }
}

/// The body that makes a blob out of blocks, whether they are a part of it already or not.
struct LatestBlocks: Encodable {
    let latest: [String]
}
