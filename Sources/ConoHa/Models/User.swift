public import Foundation

/// Someone who can log in, in version 3.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#show-user-details>, read 2026-11-21.
public struct User: Sendable, Hashable, Identifiable {
    /// The user's id.
    public var id: String

    /// The user's name: `gncu00000001`.
    public var name: String

    /// The domain that the user belongs to; nil if the service does not say; the key `domain_id`.
    public var domainID: String?

    /// Whether the user can log in; nil if the service does not say; the key `enabled`.
    public var isEnabled: Bool?

    /// The project that tokens are for if none is named; nil if there is none; the key `default_project_id`.
    public var defaultProjectID: String?

    /// When the password has to be changed; nil if it has not; the key `password_expires_at`.
    public var passwordExpiresAt: Date?

    /// Creates a user.
    ///
    /// - Parameters:
    ///   - id: The user's id.
    ///   - name: The user's name.
    ///   - domainID: The domain that the user belongs to.
    ///   - isEnabled: Whether the user can log in.
    ///   - defaultProjectID: The project that tokens are for if none is named.
    ///   - passwordExpiresAt: When the password has to be changed.
    public init(
        id: String, name: String, domainID: String? = nil, isEnabled: Bool? = nil, defaultProjectID: String? = nil,
        passwordExpiresAt: Date? = nil
    ) {
        self.id = id
        self.name = name
        self.domainID = domainID
        self.isEnabled = isEnabled
        self.defaultProjectID = defaultProjectID
        self.passwordExpiresAt = passwordExpiresAt
    }
}

extension User: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case name
        case domainID = "domain_id"
        case isEnabled = "enabled"
        case defaultProjectID = "default_project_id"
        case passwordExpiresAt = "password_expires_at"
    }
}
