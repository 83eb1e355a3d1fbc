public import RillHTTP

/// An OAuth 2.0 grant with which a token is requested.
///
/// The description does not show the password.
public struct GarageGrant: Sendable, Hashable {
    /// The grant type, sent as `grant_type`.
    public let type: String

    /// The additional form parameters, all of which are secret.
    let parameters: QueryItems

    let scopes: [String]

    /// Creates a grant of another type, such as `authorization_code`.
    ///
    /// - Parameters:
    ///   - type: The grant type, sent as `grant_type`.
    ///   - parameters: The additional form parameters.
    ///   - scopes: The requested scopes. Empty requests the server's default scopes.
    public init(type: String, parameters: QueryItems, scopes: [String] = []) {
        self.type = type
        self.parameters = parameters
        self.scopes = scopes
    }

    /// Returns a grant with a user name and a password.
    ///
    /// - Parameters:
    ///   - username: The user name. Garage's example application uses the email address.
    ///   - password: The password.
    ///   - scopes: The requested scopes. Empty requests the server's default scopes.
    /// - Returns: The grant.
    /// - SeeAlso: RFC 6749, 4.3
    public static func password(username: String, password: String, scopes: [String] = []) -> GarageGrant {
        GarageGrant(type: "password", parameters: ["username": username, "password": password], scopes: scopes)
    }

    /// Returns a grant with only the client credentials of the application, without a user.
    ///
    /// - Parameter scopes: The requested scopes. Empty requests the server's default scopes.
    /// - Returns: The grant.
    /// - SeeAlso: RFC 6749, 4.4
    public static func clientCredentials(scopes: [String] = []) -> GarageGrant {
        GarageGrant(type: "client_credentials", parameters: [:], scopes: scopes)
    }

    /// Returns a grant with a refresh token.
    ///
    /// - Parameter token: The refresh token. Servers usually accept it only once.
    /// - Returns: The grant.
    /// - SeeAlso: RFC 6749, 6
    public static func refreshToken(_ token: String) -> GarageGrant {
        GarageGrant(type: "refresh_token", parameters: ["refresh_token": token])
    }

    /// The form parameters of the token request.
    var form: QueryItems {
        var items: QueryItems = ["grant_type": type]
        items += parameters
        if !scopes.isEmpty { items.append("scope", scopes.joined(separator: " ")) }
        return items
    }
}

extension GarageGrant: CustomStringConvertible, CustomReflectable {
    /// The type name and the grant type.
    public var description: String { "GarageGrant(\(type))" }

    /// A mirror with the grant type and the scopes, so that `dump` does not show the password.
    public var customMirror: Mirror {
        Mirror(self, children: ["type": type, "scopes": scopes], displayStyle: .struct)
    }
}
