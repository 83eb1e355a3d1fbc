/// An entry in a list of blobs.
public enum BlobListing: Sendable, Hashable {
    /// A blob.
    case blob(BlobItem)

    /// The common prefix of several names, up to and including the delimiter, like a folder: `2026/`.
    case prefix(String)

    /// The name of the blob, or the prefix.
    public var name: String {
        switch self {
        case .blob(let blob): blob.name
        case .prefix(let prefix): prefix
        }
    }
}

/// A blob or snapshot in a list of blobs.
public struct BlobItem: Sendable, Hashable, Decodable {
    private let encodedName: ElementText

    /// The name of the blob.
    public var name: String { encodedName.text }

    /// The properties of the blob.
    public let properties: BlobProperties

    /// The metadata of the blob.
    ///
    /// Empty unless requested with ``BlobListInclusion/metadata``.
    public var metadata: [String: String] { texts.values }

    /// The snapshot identifier, or `nil` for the base blob.
    public let snapshot: String?

    private let texts: ElementTexts

    private enum CodingKeys: String, CodingKey {
        case encodedName = "name"
        case properties, snapshot
        case texts = "metadata"
    }
}

extension BlobListing: Decodable {
    private enum CodingKeys: String, CodingKey {
        case blob = "Blob"
        case prefix = "BlobPrefix"
    }

    /// Decodes an entry.
    ///
    /// - Parameter decoder: A decoder of an element that contains `Blob` or `BlobPrefix`.
    /// - Throws: An error of the decoder.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if values.contains(.prefix) {
            self = .prefix(try values.decode(NamedElement.self, forKey: .prefix).name.text)
        } else {
            self = .blob(try values.decode(BlobItem.self, forKey: .blob))
        }
    }

    private struct NamedElement: Decodable {
        let name: ElementText
    }
}
