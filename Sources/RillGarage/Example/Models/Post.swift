public import Foundation

extension GarageExample {
    /// A post with the server's default fields.
    public struct Post: Sendable, Hashable, Identifiable, Decodable {
        /// The ID of the post.
        public var id: Int

        /// The title.
        public var title: String

        /// The text, or `nil` if there is none.
        public var body: String?

        /// The publication date in UTC, with milliseconds.
        ///
        /// `nil` for a draft, which only its author can read (JSON key: `published_at`).
        public var publishedAt: Date?

        /// Creates a post.
        ///
        /// - Parameters:
        ///   - id: The ID.
        ///   - title: The title.
        ///   - body: The text.
        ///   - publishedAt: The publication date.
        public init(id: Int, title: String, body: String? = nil, publishedAt: Date? = nil) {
            self.id = id
            self.title = title
            self.body = body
            self.publishedAt = publishedAt
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case title
            case body
            case publishedAt = "published_at"
        }
    }
}
