public import Foundation

extension GarageExample {
    /// A post of which some fields were selected; nil is what the selection leaves out, and what is null.
    public struct PartialPost: Sendable, Hashable, Decodable {
        /// The number of the post.
        public var id: Int?

        /// The title.
        public var title: String?

        /// The text.
        public var body: String?

        /// When it was published, in UTC, to the millisecond; the key `published_at`.
        public var publishedAt: Date?

        /// The author, who is sent if the selection names `user`, with the fields that it selects of it.
        public var user: PartialUser?

        /// Creates a part of a post.
        ///
        /// - Parameters:
        ///   - id: The number.
        ///   - title: The title.
        ///   - body: The text.
        ///   - publishedAt: When it was published.
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
