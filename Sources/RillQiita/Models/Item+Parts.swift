public import Foundation

extension Item {
    /// A tag of an item, with the versions to which the item applies.
    public struct Tagging: Sendable, Hashable, Codable {
        /// The name of the tag.
        public var name: String

        /// The versions, such as `6.1`.
        ///
        /// Usually empty.
        public var versions: [String]

        /// Creates a tag of an item.
        ///
        /// - Parameters:
        ///   - name: The name of the tag.
        ///   - versions: The versions. Defaults to none.
        public init(name: String, versions: [String] = []) {
            self.name = name
            self.versions = versions
        }
    }

    /// A group of a team, only on Qiita Team.
    public struct Group: Sendable, Hashable {
        /// The display name.
        public var name: String

        /// The name in URLs (JSON key: `url_name`).
        public var urlName: String

        /// The description, or `nil` if the response omits it.
        public var description: String?

        /// Whether only members can see the group (JSON key: `private`).
        public var isPrivate: Bool

        /// The creation date (JSON key: `created_at`).
        public var createdAt: Date

        /// The date of the last update (JSON key: `updated_at`).
        public var updatedAt: Date

        /// Creates a group.
        ///
        /// - Parameters:
        ///   - name: The display name.
        ///   - urlName: The name in URLs.
        ///   - description: The description.
        ///   - isPrivate: Whether only members can see the group.
        ///   - createdAt: The creation date.
        ///   - updatedAt: The date of the last update.
        public init(
            name: String, urlName: String, description: String? = nil, isPrivate: Bool, createdAt: Date,
            updatedAt: Date
        ) {
            self.name = name
            self.urlName = urlName
            self.description = description
            self.isPrivate = isPrivate
            self.createdAt = createdAt
            self.updatedAt = updatedAt
        }
    }

    /// The membership of an author in a team, only on Qiita Team.
    public struct TeamMembership: Sendable, Hashable, Decodable {
        /// The name of the member.
        public var name: String

        /// Creates a membership.
        ///
        /// - Parameter name: The name of the member.
        public init(name: String) {
            self.name = name
        }
    }
}

extension Item.Group: Decodable {
    private enum CodingKeys: String, CodingKey {
        case name
        case urlName = "url_name"
        case description
        case isPrivate = "private"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }
}
