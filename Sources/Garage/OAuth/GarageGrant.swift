public import RillHTTP

/// By what right a token is asked for: somebody's name and password, or the application's own.
///
/// Its description does not show the password.
public struct GarageGrant: Sendable, Hashable {
    /// The name of the grant, as it is sent.
    public let type: String

    /// What is sent beside it; all of it is a secret.
    let parameters: QueryItems

    let scopes: [String]

    /// Creates a grant that is not among the static members, such as `authorization_code`.
    ///
    /// - Parameters:
    ///   - type: What is sent as `grant_type`.
    ///   - parameters: What is sent beside it.
    ///   - scopes: What the token shall allow; empty for what the server gives by itself.
    public init(type: String, parameters: QueryItems, scopes: [String] = []) {
        self.type = type
        self.parameters = parameters
        self.scopes = scopes
    }

    /// A user's name and password.
    ///
    /// - Parameters:
    ///   - username: Whatever the server knows its users by: a mail address with Garage's example application.
    ///   - password: The password.
    ///   - scopes: What the token shall allow; empty for what the server gives by itself.
    /// - Returns: The grant.
    /// - SeeAlso: RFC 6749, 4.3
    public static func password(username: String, password: String, scopes: [String] = []) -> GarageGrant {
        GarageGrant(type: "password", parameters: ["username": username, "password": password], scopes: scopes)
    }

    /// The application's own right, for nobody in particular.
    ///
    /// - Parameter scopes: What the token shall allow; empty for what the server gives by itself.
    /// - Returns: The grant.
    /// - SeeAlso: RFC 6749, 4.4
    public static func clientCredentials(scopes: [String] = []) -> GarageGrant {
        GarageGrant(type: "client_credentials", parameters: [:], scopes: scopes)
    }

    /// A refresh token that came along with an earlier token.
    ///
    /// - Parameter token: The refresh token; servers take it but once, as a rule.
    /// - Returns: The grant.
    /// - SeeAlso: RFC 6749, 6
    public static func refreshToken(_ token: String) -> GarageGrant {
        GarageGrant(type: "refresh_token", parameters: ["refresh_token": token])
    }

    /// The pairs of the form.
    var form: QueryItems {
        var items: QueryItems = ["grant_type": type]
        items += parameters
        if !scopes.isEmpty { items.append("scope", scopes.joined(separator: " ")) }
        return items
    }
}

extension GarageGrant: CustomStringConvertible, CustomReflectable {
    /// The name of the grant alone.
    public var description: String { "GarageGrant(\(type))" }

    /// The name of the grant and the scopes, so that no dump shows the password.
    public var customMirror: Mirror {
        Mirror(self, children: ["type": type, "scopes": scopes], displayStyle: .struct)
    }
}
