/// A page of a list of blobs.
public struct BlobPage: Sendable, Hashable, Decodable {
    /// The blobs and prefixes in the service's order: on Azure, sorted by name.
    ///
    /// Can be empty even if further pages follow.
    public var entries: [BlobListing] { blobs?.all ?? [] }

    /// The marker for the next page, or `nil` on the last page.
    public let nextMarker: String?

    private let blobs: Entries?

    private struct Entries: Sendable, Hashable, Decodable {
        let all: [BlobListing]

        enum CodingKeys: String, CodingKey {
            case all = "*"
        }
    }
}
