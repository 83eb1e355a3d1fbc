public import Foundation

/// What a server knows of a token: `GET /oauth/token/info`.
public struct GarageTokenInfo: Sendable, Hashable {
    /// Whose it is; nil if it is nobody's in particular; the key `resource_owner_id`, a number or a text.
    public var resourceOwnerID: String?

    /// What it allows; the key `scope`.
    public var scopes: [String]

    /// For how long it is good yet; nil if it does not expire; the key `expires_in`, in seconds.
    public var expiresIn: Duration?

    /// Which application it was given to; nil if to none; the key `uid` in `application`.
    public var applicationUID: String?

    /// When it was made; nil if the server does not say; the key `created_at`.
    public var createdAt: Date?

    /// Creates an account of a token.
    ///
    /// - Parameters:
    ///   - resourceOwnerID: Whose it is.
    ///   - scopes: What it allows.
    ///   - expiresIn: For how long it is good yet.
    ///   - applicationUID: Which application it was given to.
    ///   - createdAt: When it was made.
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
        // As releases before Doorkeeper 5 have it.
        case formerScopes = "scopes"
        case formerExpiresIn = "expires_in_seconds"
    }

    private struct Application: Decodable {
        let uid: String?
    }

    /// Reads what a server sends.
    ///
    /// - Parameter decoder: Holds it.
    /// - Throws: What the decoder throws.
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
