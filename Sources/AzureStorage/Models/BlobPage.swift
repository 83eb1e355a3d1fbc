/// One page of a list of blobs.
public struct BlobPage: Sendable, Hashable {
    /// Blobs and prefixes in the order of the service, on Azure that of their names; may be empty though other pages follow.
    public let entries: [BlobListing]

    /// What the page behind it is asked for with; nil if this is the last one.
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

    /// Reads a page.
    ///
    /// - Parameter decoder: Holds an element `EnumerationResults`.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        entries = try values.decodeIfPresent(Entries.self, forKey: .blobs)?.all ?? []
        nextMarker = try values.decodeIfPresent(String.self, forKey: .nextMarker)
    }
}
