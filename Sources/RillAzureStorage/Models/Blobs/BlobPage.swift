/// A page of a list of blobs.
public struct BlobPage: Sendable, Hashable {
    /// The blobs and prefixes in the service's order: on Azure, sorted by name.
    ///
    /// Can be empty even if further pages follow.
    public let entries: [BlobListing]

    /// The marker for the next page, or `nil` on the last page.
    public let nextMarker: String?
}

extension BlobPage: Decodable {
    private enum CodingKeys: String, CodingKey {
        case blobs
        case nextMarker
    }

    private struct Entries: Decodable {
        let all: [BlobListing]

        enum CodingKeys: String, CodingKey {
            case all = "*"
        }
    }

    /// Decodes a page.
    ///
    /// - Parameter decoder: A decoder of an `EnumerationResults` element.
    /// - Throws: An error of the decoder.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        entries = try values.decodeIfPresent(Entries.self, forKey: .blobs)?.all ?? []
        nextMarker = try values.decodeIfPresent(String.self, forKey: .nextMarker)
    }
}
