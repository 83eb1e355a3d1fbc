internal import RillHTTP

/// The result of appending a block to an append blob.
public struct AppendedBlock: Sendable, Hashable {
    /// The ETag and the date of the last change of the blob.
    public let version: BlobVersion

    /// The offset of the block in the blob, in bytes.
    public let offset: Int

    /// The number of blocks of the blob, at most 50,000.
    public let blockCount: Int
}

extension ResponseParser<AppendedBlock> {
    static let appendedBlock = ResponseParser<HTTPResponse>.head.map { head in
        guard let offset = head.headerFields[.appendOffset].flatMap({ Int(digits: $0) }) else {
            throw MissingResponseValue("x-ms-blob-append-offset")
        }
        guard let count = head.headerFields[.committedBlockCount].flatMap({ Int(digits: $0) }) else {
            throw MissingResponseValue("x-ms-blob-committed-block-count")
        }
        return AppendedBlock(version: BlobVersion(head), offset: offset, blockCount: count)
    }
}
