public import Foundation

/// A comment on an item.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#コメント>, read 2026-11-23.
public struct Comment: Sendable, Hashable, Identifiable {
    /// The ID: 20 hexadecimal digits.
    public var id: String

    /// The text in Markdown.
    public var body: String

    /// The text in HTML (JSON key: `rendered_body`).
    public var renderedBody: String

    /// The creation date (JSON key: `created_at`).
    public var createdAt: Date

    /// The date of the last update (JSON key: `updated_at`).
    public var updatedAt: Date

    /// The author.
    public var user: User

    /// Creates a comment.
    ///
    /// - Parameters:
    ///   - id: The ID.
    ///   - body: The text in Markdown.
    ///   - renderedBody: The text in HTML.
    ///   - createdAt: The creation date.
    ///   - updatedAt: The date of the last update.
    ///   - user: The author.
    public init(id: String, body: String, renderedBody: String, createdAt: Date, updatedAt: Date, user: User) {
        self.id = id
        self.body = body
        self.renderedBody = renderedBody
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.user = user
    }
}

extension Comment: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case body
        case renderedBody = "rendered_body"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case user
    }
}
