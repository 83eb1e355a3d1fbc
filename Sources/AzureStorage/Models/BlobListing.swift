internal import Foundation
internal import RillHTTP

/// One entry of a list of blobs.
public enum BlobListing: Sendable, Hashable {
    /// A blob.
    case blob(BlobItem)

    /// What several names begin with, up to the delimiter: a folder, as it were, `2026/`.
    case prefix(String)

    /// The name of the blob, or the prefix.
    public var name: String {
        switch self {
        case .blob(let blob): blob.name
        case .prefix(let prefix): prefix
        }
    }
}

/// A blob in a list.
public struct BlobItem: Sendable, Hashable {
    /// Its name in the container.
    public let name: String

    /// What there is to know of it.
    public let properties: BlobProperties

    /// Names and values that somebody keeps beside it; empty where the list was not asked for them.
    public let metadata: [String: String]

    /// Which snapshot it is; nil for the blob itself.
    public let snapshot: String?
}

extension BlobListing: Decodable {
    private enum CodingKeys: String, CodingKey {
        case blob = "Blob"
        case prefix = "BlobPrefix"
    }

    /// Reads an entry.
    ///
    /// - Parameter decoder: Holds an element `Blob` or `BlobPrefix`.
    /// - Throws: What the decoder throws.
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

extension BlobItem: Decodable {
    private enum CodingKeys: String, CodingKey {
        case name
        case properties
        case metadata
        case snapshot
    }

    /// Reads a blob.
    ///
    /// - Parameter decoder: Holds an element `Blob`.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(ElementText.self, forKey: .name).text
        properties = try values.decode(BlobProperties.self, forKey: .properties)
        metadata = try values.decodeIfPresent(ElementTexts.self, forKey: .metadata)?.values ?? [:]
        snapshot = try values.decodeIfPresent(String.self, forKey: .snapshot)
    }
}
