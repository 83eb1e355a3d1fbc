/// The user of the access token, with the limits for uploaded images.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#認証中のユーザ>, read 2026-11-23.
public struct AuthenticatedUser: Sendable, Hashable {
    /// The public profile.
    public var user: User

    /// The maximum size of images uploaded per month, in bytes (JSON key: `image_monthly_upload_limit`).
    public var imageMonthlyUploadLimit: Int

    /// The remaining size of images for this month, in bytes (JSON key: `image_monthly_upload_remaining`).
    public var imageMonthlyUploadRemaining: Int

    /// Creates a user.
    ///
    /// - Parameters:
    ///   - user: The public profile.
    ///   - imageMonthlyUploadLimit: The maximum size of images uploaded per month, in bytes.
    ///   - imageMonthlyUploadRemaining: The remaining size of images for this month, in bytes.
    public init(user: User, imageMonthlyUploadLimit: Int, imageMonthlyUploadRemaining: Int) {
        self.user = user
        self.imageMonthlyUploadLimit = imageMonthlyUploadLimit
        self.imageMonthlyUploadRemaining = imageMonthlyUploadRemaining
    }
}

extension AuthenticatedUser: Decodable {
    private enum CodingKeys: String, CodingKey {
        case imageMonthlyUploadLimit = "image_monthly_upload_limit"
        case imageMonthlyUploadRemaining = "image_monthly_upload_remaining"
    }

    /// Decodes the profile and the limits from one object.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            user: try User(from: decoder),
            imageMonthlyUploadLimit: try container.decode(Int.self, forKey: .imageMonthlyUploadLimit),
            imageMonthlyUploadRemaining: try container.decode(Int.self, forKey: .imageMonthlyUploadRemaining))
    }
}
