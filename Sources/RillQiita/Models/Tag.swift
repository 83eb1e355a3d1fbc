public import Foundation

/// A tag of articles on Qiita.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#タグ>, read 2026-11-21.
public struct Tag: Sendable, Hashable, Identifiable {
    /// The name of the tag, in any script: `Swift`, `C++`, `初心者`.
    public var id: String

    /// The number of articles with the tag (JSON key: `items_count`).
    public var itemsCount: Int

    /// The number of users who follow the tag (JSON key: `followers_count`).
    public var followersCount: Int

    /// The URL of the icon, or `nil` if there is none (JSON key: `icon_url`).
    public var iconURL: URL?

    /// Creates a tag.
    ///
    /// - Parameters:
    ///   - id: The name.
    ///   - itemsCount: The number of articles with the tag.
    ///   - followersCount: The number of users who follow the tag.
    ///   - iconURL: The URL of the icon. `nil` for none.
    public init(id: String, itemsCount: Int, followersCount: Int, iconURL: URL? = nil) {
        self.id = id
        self.itemsCount = itemsCount
        self.followersCount = followersCount
        self.iconURL = iconURL
    }
}

extension Tag: Codable {
    private enum CodingKeys: String, CodingKey {
        case id
        case itemsCount = "items_count"
        case followersCount = "followers_count"
        case iconURL = "icon_url"
    }

    /// Encodes the tag with the keys of the API, and a missing icon as null.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error thrown by the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(itemsCount, forKey: .itemsCount)
        try container.encode(followersCount, forKey: .followersCount)
        // Not `encodeIfPresent`, because the API sends null for a missing icon.
        try container.encode(iconURL, forKey: .iconURL)
    }
}
