public import Foundation

extension GarageExample {
    /// A post, with all that the application sends by itself.
    public struct Post: Sendable, Hashable, Identifiable, Decodable {
        /// The number of the post.
        public var id: Int

        /// The title.
        public var title: String

        /// The text; nil if there is none.
        public var body: String?

        /// When it was published, in UTC, to the millisecond; nil for a draft, which others than its author may not read;
        /// the key `published_at`.
        public var publishedAt: Date?

        /// Creates a post.
        ///
        /// - Parameters:
        ///   - id: The number.
        ///   - title: The title.
        ///   - body: The text.
        ///   - publishedAt: When it was published.
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
