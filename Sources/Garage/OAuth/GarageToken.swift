public import Foundation

/// An access token, and for how long and for what it is good.
///
/// Its description does not show it. It can be kept: what encodes it writes it in the form that servers send.
///
/// - SeeAlso: RFC 6749, 5.1
public struct GarageToken: Sendable, Hashable {
    /// The token; the key `access_token`.
    public var accessToken: String

    /// For how long it is good, counted from its creation; nil if it does not expire; the key `expires_in`, in seconds.
    public var expiresIn: Duration?

    /// What it allows; empty if the server does not say; the key `scope`.
    public var scopes: [String]

    /// When it was made, by the server's clock; nil if the server does not say; the key `created_at`.
    public var createdAt: Date?

    /// What another token can be had for; nil if there is none; the key `refresh_token`.
    public var refreshToken: String?

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - accessToken: The token.
    ///   - expiresIn: For how long it is good; nil if it does not expire.
    ///   - scopes: What it allows.
    ///   - createdAt: When it was made.
    ///   - refreshToken: What another token can be had for.
    public init(
        accessToken: String, expiresIn: Duration? = nil, scopes: [String] = [], createdAt: Date? = nil,
        refreshToken: String? = nil
    ) {
        self.accessToken = accessToken
        self.expiresIn = expiresIn
        self.scopes = scopes
        self.createdAt = createdAt
        self.refreshToken = refreshToken
    }

    /// For how long it is good yet.
    ///
    /// - Parameter now: What time it is.
    /// - Returns: Zero if it has expired; nil if it does not expire. A token that does not say when it was made is taken for
    ///   a new one.
    public func lifetime(at now: Date) -> Duration? {
        guard let expiresIn, let createdAt else { return expiresIn }
        return max(expiresIn - .seconds(now.timeIntervalSince(createdAt)), .zero)
    }
}

extension GarageToken: Codable {
    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case scope
        case createdAt = "created_at"
        case refreshToken = "refresh_token"
    }

    /// Reads a token as servers send it.
    ///
    /// - Parameter decoder: Holds the token.
    /// - Throws: What the decoder throws; `DecodingError.dataCorrupted` for a token of another type than `Bearer`, in any
    ///   case, as nobody here could use it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let type = try container.decodeIfPresent(String.self, forKey: .tokenType)
        guard type?.lowercased() ?? "bearer" == "bearer" else {
            throw DecodingError.dataCorruptedError(
                forKey: .tokenType, in: container, debugDescription: "expected a bearer token")
        }
        accessToken = try container.decode(String.self, forKey: .accessToken)
        expiresIn = try container.decodeIfPresent(Int.self, forKey: .expiresIn).map { .seconds($0) }
        let scope = try container.decodeIfPresent(String.self, forKey: .scope)
        scopes = scope?.split(separator: " ").map(String.init) ?? []
        let created = try container.decodeIfPresent(Int.self, forKey: .createdAt)
        createdAt = created.map { Date(timeIntervalSince1970: TimeInterval($0)) }
        refreshToken = try container.decodeIfPresent(String.self, forKey: .refreshToken)
    }

    /// Writes the token as servers send it, in whole seconds.
    ///
    /// - Parameter encoder: Takes the token.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(accessToken, forKey: .accessToken)
        try container.encode("Bearer", forKey: .tokenType)
        try container.encodeIfPresent(expiresIn?.components.seconds, forKey: .expiresIn)
        try container.encode(scopes.joined(separator: " "), forKey: .scope)
        let created = createdAt.flatMap { Int(exactly: $0.timeIntervalSince1970.rounded(.down)) }
        try container.encodeIfPresent(created, forKey: .createdAt)
        try container.encodeIfPresent(refreshToken, forKey: .refreshToken)
    }
}

extension GarageToken: CustomStringConvertible, CustomReflectable {
    /// What is known of the token, without it.
    public var description: String {
        let life = expiresIn.map { "good for \($0.components.seconds) s" } ?? "without an end"
        let scope = scopes.isEmpty ? "" : ", \(scopes.joined(separator: " "))"
        return "GarageToken(\(life)\(scope)\(refreshToken == nil ? "" : ", can be refreshed"))"
    }

    /// What is known of the token, so that no dump shows it.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["expiresIn": expiresIn as Any, "scopes": scopes, "createdAt": createdAt as Any],
            displayStyle: .struct)
    }
}
