public import Foundation

/// The server's information about a token, from `GET /oauth/token/info`.
public struct GarageTokenInfo: Sendable, Hashable {
    /// The ID of the resource owner.
    ///
    /// `nil` for a token without a user. The JSON key `resource_owner_id` has a number or a string.
    public var resourceOwnerID: String?

    /// The scopes (JSON key: `scope`).
    public var scopes: [String]

    /// The remaining lifetime, or `nil` if the token does not expire (JSON key: `expires_in`, in seconds).
    public var expiresIn: Duration?

    /// The UID of the application that the token was issued to, or `nil` if there is none (JSON key: `uid` in
    /// `application`).
    public var applicationUID: String?

    /// The creation date, or `nil` if the response omits it (JSON key: `created_at`).
    public var createdAt: Date?

    /// Creates token information.
    ///
    /// - Parameters:
    ///   - resourceOwnerID: The ID of the resource owner.
    ///   - scopes: The scopes.
    ///   - expiresIn: The remaining lifetime.
    ///   - applicationUID: The UID of the application.
    ///   - createdAt: The creation date.
    public init(
        resourceOwnerID: String?, scopes: [String], expiresIn: Duration?, applicationUID: String?, createdAt: Date?
    ) {
        self.resourceOwnerID = resourceOwnerID
        self.scopes = scopes
        self.expiresIn = expiresIn
        self.applicationUID = applicationUID
        self.createdAt = createdAt
    }
}

extension GarageTokenInfo: Decodable {
    private enum CodingKeys: String, CodingKey {
        case resourceOwnerID = "resource_owner_id"
        case scope
        case expiresIn = "expires_in"
        case application
        case createdAt = "created_at"
        // The keys of Doorkeeper releases before version 5.
        case formerScopes = "scopes"
        case formerExpiresIn = "expires_in_seconds"
    }

    private struct Application: Decodable {
        let uid: String?
    }

    /// Decodes the response of a server.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: Any error thrown by the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let number = try? container.decodeIfPresent(Int.self, forKey: .resourceOwnerID) {
            resourceOwnerID = "\(number)"
        } else {
            resourceOwnerID = try container.decodeIfPresent(String.self, forKey: .resourceOwnerID)
        }
        let isFormer = !container.contains(.scope) && container.contains(.formerScopes)
        scopes = try container.decode([String].self, forKey: isFormer ? .formerScopes : .scope)
        let rest = try container.decodeIfPresent(Int.self, forKey: isFormer ? .formerExpiresIn : .expiresIn)
        expiresIn = rest.map { .seconds($0) }
        applicationUID = try container.decodeIfPresent(Application.self, forKey: .application)?.uid
        let created = try container.decodeIfPresent(Int.self, forKey: .createdAt)
        createdAt = created.map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }
}
