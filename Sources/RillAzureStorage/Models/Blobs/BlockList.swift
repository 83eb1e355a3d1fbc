/// The committed and uncommitted blocks of a blob.
public struct BlockList: Sendable, Hashable, Decodable {
    /// A block.
    public struct Block: Sendable, Hashable, Decodable {
        /// The Base64-encoded block ID.
        ///
        /// All block IDs of a blob have the same length.
        public let id: String

        /// The size of the block in bytes.
        public let size: Int

        private enum CodingKeys: String, CodingKey {
            case id = "Name"
            case size
        }
    }

    /// The blocks of the blob, in content order.
    public var committed: [Block] { committedBlocks?.block ?? [] }

    /// The uploaded blocks that have not been committed.
    public var uncommitted: [Block] { uncommittedBlocks?.block ?? [] }

    private let committedBlocks: Blocks?
    private let uncommittedBlocks: Blocks?

    private struct Blocks: Sendable, Hashable, Decodable {
        let block: [Block]
    }
}
