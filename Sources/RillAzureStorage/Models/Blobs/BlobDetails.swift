internal import RillHTTP

/// The properties and metadata of a blob.
public struct BlobDetails: Sendable, Hashable {
    /// The properties of the blob.
    public let properties: BlobProperties

    /// The metadata of the blob.
    ///
    /// Names have the case used in the response.
    public let metadata: [String: String]

    init(_ head: HTTPResponse) throws {
        properties = try BlobProperties(head)
        metadata = Metadata.read(from: head.headerFields)
    }
}
