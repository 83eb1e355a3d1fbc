public import Foundation

/// An access token with its lifetime and scopes.
///
/// The description does not show the token. To save a token, use an ``OAuthTokenFile``, or encode it: the encoding has the
/// format of a server response.
///
/// - SeeAlso: RFC 6749, 5.1
public struct OAuthToken: Sendable, Hashable {
    /// The access token (JSON key: `access_token`).
    public var accessToken: String

    /// The lifetime from the creation date, or `nil` if it is unknown or the token does not expire (JSON key: `expires_in`,
    /// in seconds).
    public var expiresIn: Duration?

    /// The scopes.
    ///
    /// The requested scopes if the response omits them (JSON key: `scope`).
    public var scopes: [String]

    /// The creation date, or `nil` if it is unknown (JSON key: `created_at`).
    ///
    /// ``OAuth/token(_:)`` sets it to the date on which the response was received, because the clock of the server can
    /// differ.
    public var createdAt: Date?

    /// The refresh token, or `nil` if there is none (JSON key: `refresh_token`).
    public var refreshToken: String?

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - accessToken: The access token.
    ///   - expiresIn: The lifetime. `nil` if the token does not expire.
    ///   - scopes: The scopes.
    ///   - createdAt: The creation date.
    ///   - refreshToken: The refresh token.
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

    /// Returns the token with the requested scopes if the response contained none.
    ///
    /// - SeeAlso: RFC 6749, 5.1
    func filling(_ requested: [String]) -> OAuthToken {
        var token = self
        if scopes.isEmpty { token.scopes = requested }
        return token
    }

    /// The expiration date, or `nil` if the lifetime or the creation date is unknown.
    public var expiresAt: Date? {
        guard let secondsOfLife, let createdAt else { return nil }
        return createdAt + Double(secondsOfLife)
    }

    /// The lifetime in whole seconds, or `nil` if it is unknown.
    private var secondsOfLife: Int64? {
        expiresIn.map { min(max($0, .zero), .seconds(Int64.max)).components.seconds }
    }

    /// Returns the remaining lifetime.
    ///
    /// - Parameter now: The current date.
    /// - Returns: The remaining lifetime: zero for an expired token, `nil` for a token that does not expire, and the
    ///   full lifetime for a token without a creation date.
    public func lifetime(at now: Date) -> Duration? {
        guard let expiresIn, let createdAt else { return expiresIn }
        let age = now.timeIntervalSince(createdAt)
        // If the clock has been set back, the creation date is in the future. The condition is also false for NaN.
        guard age > 0 else { return max(expiresIn, .zero) }
        return max(expiresIn - .seconds(min(age, 9e18)), .zero)
    }
}

extension OAuthToken: Codable {
    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case scope
        case createdAt = "created_at"
        case refreshToken = "refresh_token"
    }

    /// Decodes a token from a server response.
    ///
    /// A lifetime can be a number or a string with a number. It is limited to 100 years. A creation date that is not a whole
    /// number of seconds and an empty refresh token are ignored. The scopes can be an array.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: Any error thrown by the decoder, or `DecodingError.dataCorrupted` if the token type is not `Bearer`
    ///   (case-insensitive), if a token is empty or contains characters other than printable ASCII characters, or if
    ///   the lifetime is negative.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let type = try container.decodeIfPresent(String.self, forKey: .tokenType)
        guard type?.lowercased() ?? "bearer" == "bearer" else {
            throw container.corrupted(.tokenType, "expected a bearer token")
        }
        accessToken = try container.decode(String.self, forKey: .accessToken)
        try Self.check(accessToken, .accessToken, in: container)
        expiresIn = try container.decodeSeconds(forKey: .expiresIn)
        // Some servers send an array.
        let scope =
            (try? container.decodeIfPresent(String.self, forKey: .scope))
            ?? (try? container.decodeIfPresent([String].self, forKey: .scope))?.joined(separator: " ")
        scopes = scope?.split(separator: " ").map(String.init) ?? []
        // Some servers send a text or a fraction.
        let created = try? container.decodeIfPresent(Int.self, forKey: .createdAt)
        createdAt = created.map { Date(timeIntervalSince1970: TimeInterval($0)) }
        let renewal = try container.decodeIfPresent(String.self, forKey: .refreshToken)
        refreshToken = renewal?.isEmpty == true ? nil : renewal
        if let refreshToken { try Self.check(refreshToken, .refreshToken, in: container) }
    }

    /// Checks that a token can be sent, without the token in the error.
    private static func check(
        _ token: String, _ key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>
    ) throws {
        guard !token.isEmpty, token.utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) else {
            throw container.corrupted(key, "expected a token of printable ASCII characters")
        }
    }

    /// Encodes the token in the format of a server response, in whole seconds.
    ///
    /// A negative lifetime becomes 0.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error thrown by the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(accessToken, forKey: .accessToken)
        try container.encode("Bearer", forKey: .tokenType)
        try container.encodeIfPresent(secondsOfLife, forKey: .expiresIn)
        try container.encode(scopes.joined(separator: " "), forKey: .scope)
        let created = createdAt.flatMap { Int(exactly: $0.timeIntervalSince1970.rounded(.down)) }
        try container.encodeIfPresent(created, forKey: .createdAt)
        try container.encodeIfPresent(refreshToken, forKey: .refreshToken)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a number of seconds, which can be in a string, and limits it to 100 years.
    ///
    /// - Parameter key: The key.
    /// - Returns: The duration, or `nil` if the value is missing or `null`.
    /// - Throws: `DecodingError` if the value is not a number or is negative.
    func decodeSeconds(forKey key: Key) throws -> Duration? {
        var number = try? decodeIfPresent(Double.self, forKey: key)
        if number == nil, let text = try? decodeIfPresent(String.self, forKey: key) { number = Double(text) }
        guard let number else {
            guard try !contains(key) || decodeNil(forKey: key) else {
                throw corrupted(key, "expected a number of seconds")
            }
            return nil
        }
        guard number >= 0 else { throw corrupted(key, "expected a number of seconds that is not negative") }
        return .seconds(Int64(min(number, 3_155_760_000)))
    }

    /// Returns the error for an invalid value.
    func corrupted(_ key: Key, _ description: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: description)
    }
}

extension OAuthToken: CustomStringConvertible, CustomReflectable {
    /// The lifetime and the scopes, without the token.
    public var description: String {
        let life = secondsOfLife.map { "valid for \($0) s" } ?? "without expiration"
        let scope = scopes.isEmpty ? "" : ", \(scopes.joined(separator: " "))"
        return "OAuthToken(\(life)\(scope)\(refreshToken == nil ? "" : ", refreshable"))"
    }

    /// A mirror without the token, so that `dump` does not show it.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["expiresIn": expiresIn as Any, "scopes": scopes, "createdAt": createdAt as Any],
            displayStyle: .struct)
    }
}
