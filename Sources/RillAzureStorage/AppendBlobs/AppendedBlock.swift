internal import RillHTTP

/// The result of appending a block to an append blob.
public struct AppendedBlock: Sendable, Hashable {
    /// The ETag and the date of the last change of the blob.
    public let version: BlobVersion

    /// The offset of the block in the blob, in bytes.
    public let offset: Int

    /// The number of blocks of the blob, at most 50,000.
    public let blockCount: Int

    init(_ head: HTTPResponse) throws {
        version = BlobVersion(head)
        offset = try head.value(of: .appendOffset) { Int(digits: $0) }
        blockCount = try head.value(of: .committedBlockCount) { Int(digits: $0) }
    }
}
