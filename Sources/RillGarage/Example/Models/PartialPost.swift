public import Foundation

extension GarageExample {
    /// A post with selected fields.
    ///
    /// Properties that are omitted or null are `nil`.
    public struct PartialPost: Sendable, Hashable, Decodable {
        /// The ID of the post.
        public var id: Int?

        /// The title.
        public var title: String?

        /// The text.
        public var body: String?

        /// The publication date in UTC, with milliseconds (JSON key: `published_at`).
        public var publishedAt: Date?

        /// The author.
        ///
        /// Present if the selection includes `user`, with the nested fields that it selects.
        public var user: PartialUser?

        /// Creates a partial post.
        ///
        /// - Parameters:
        ///   - id: The ID.
        ///   - title: The title.
        ///   - body: The text.
        ///   - publishedAt: The publication date.
        ///   - user: The author.
        public init(
            id: Int? = nil, title: String? = nil, body: String? = nil, publishedAt: Date? = nil,
            user: PartialUser? = nil
        ) {
            self.id = id
            self.title = title
            self.body = body
            self.publishedAt = publishedAt
            self.user = user
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case title
            case body
            case publishedAt = "published_at"
            case user
        }
    }
}
