public import Foundation

/// What articles are filed under at Qiita.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#タグ>, read 2026-11-21.
public struct Tag: Sendable, Hashable, Identifiable {
    /// The tag's name, in any script: `Swift`, `C++`, `初心者`.
    public var id: String

    /// How many articles have it; the key `items_count`.
    public var itemsCount: Int

    /// How many users follow it; the key `followers_count`.
    public var followersCount: Int

    /// The address of its icon; nil if it has none; the key `icon_url`.
    public var iconURL: URL?

    /// Creates a tag.
    ///
    /// - Parameters:
    ///   - id: The name.
    ///   - itemsCount: How many articles have it.
    ///   - followersCount: How many users follow it.
    ///   - iconURL: The address of its icon; nil for none.
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

    /// Writes the tag with the service's own keys; an icon that it lacks as null.
    ///
    /// - Parameter encoder: Takes the tag.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(itemsCount, forKey: .itemsCount)
        try container.encode(followersCount, forKey: .followersCount)
        // Not `encodeIfPresent`: the service sends the null.
        try container.encode(iconURL, forKey: .iconURL)
    }
}
