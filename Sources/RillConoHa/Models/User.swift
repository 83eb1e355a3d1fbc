public import Foundation

/// A user in version 3.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#show-user-details>, read 2026-11-21.
public struct User: Sendable, Hashable, Identifiable {
    /// The user ID.
    public var id: String

    /// The user name: `gncu00000001`.
    public var name: String

    /// The ID of the domain, or `nil` if the response omits it (JSON key: `domain_id`).
    public var domainID: String?

    /// Whether the user is enabled, or `nil` if the response omits it (JSON key: `enabled`).
    public var isEnabled: Bool?

    /// The ID of the default project, or `nil` if there is none (JSON key: `default_project_id`).
    public var defaultProjectID: String?

    /// The expiration date of the password, or `nil` if it does not expire (JSON key: `password_expires_at`).
    public var passwordExpiresAt: Date?

    /// Creates a user.
    ///
    /// - Parameters:
    ///   - id: The user ID.
    ///   - name: The user name.
    ///   - domainID: The ID of the domain.
    ///   - isEnabled: Whether the user is enabled.
    ///   - defaultProjectID: The ID of the default project.
    ///   - passwordExpiresAt: The expiration date of the password.
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
