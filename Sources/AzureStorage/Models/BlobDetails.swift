internal import RillHTTP

/// A blob's properties, and the metadata that somebody keeps beside it.
public struct BlobDetails: Sendable, Hashable {
    /// What there is to know of it.
    public let properties: BlobProperties

    /// Names and values that somebody keeps beside it; names in the case in which they came.
    public let metadata: [String: String]
}

extension ResponseParser<BlobDetails> {
    static let details = ResponseParser { head, _, _ in
        BlobDetails(properties: try BlobProperties(head), metadata: Metadata.read(from: head.headerFields))
    }
}
