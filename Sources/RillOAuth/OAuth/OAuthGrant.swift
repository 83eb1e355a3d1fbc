public import RillHTTP

/// An OAuth 2.0 grant with which a token is requested.
///
/// The description does not show codes, tokens, or passwords.
public struct OAuthGrant: Sendable, Hashable {
    /// The grant type, sent as `grant_type`.
    public let type: String

    /// The additional form parameters, all of which are secret.
    let parameters: QueryItems

    let scopes: [String]

    /// Creates a grant of a custom type.
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

    /// Returns a grant with the authorization code from a browser's redirect.
    ///
    /// ``OAuth/signIn(scopes:parameters:redirectURI:timeout:open:)`` obtains the code and uses this grant.
    ///
    /// - Parameters:
    ///   - code: The authorization code. Servers accept it only once.
    ///   - redirectURI: The redirect URI of the authorization request.
    ///   - codeVerifier: The code verifier of the authorization request.
    /// - Returns: The grant.
    /// - SeeAlso: RFC 6749, 4.1.3 and RFC 7636, 4.5
    public static func authorizationCode(_ code: String, redirectURI: String, codeVerifier: String) -> OAuthGrant {
        OAuthGrant(
            type: "authorization_code",
            parameters: ["code": code, "redirect_uri": redirectURI, "code_verifier": codeVerifier])
    }

    /// Returns a grant with only the client credentials of the application, without a user.
    ///
    /// - Parameter scopes: The requested scopes. Empty requests the server's default scopes.
    /// - Returns: The grant.
    /// - SeeAlso: RFC 6749, 4.4
    public static func clientCredentials(scopes: [String] = []) -> OAuthGrant {
        OAuthGrant(type: "client_credentials", parameters: [:], scopes: scopes)
    }

    /// Returns a grant with a refresh token.
    ///
    /// - Parameter token: The refresh token. Servers usually accept it only once.
    /// - Returns: The grant.
    /// - SeeAlso: RFC 6749, 6
    public static func refreshToken(_ token: String) -> OAuthGrant {
        OAuthGrant(type: "refresh_token", parameters: ["refresh_token": token])
    }

    /// Returns a grant with a user name and a password.
    ///
    /// Use it only for servers that support nothing else, because the program sees the password.
    ///
    /// - Parameters:
    ///   - username: The user name.
    ///   - password: The password.
    ///   - scopes: The requested scopes. Empty requests the server's default scopes.
    /// - Returns: The grant.
    /// - SeeAlso: RFC 6749, 4.3
    public static func password(username: String, password: String, scopes: [String] = []) -> OAuthGrant {
        OAuthGrant(type: "password", parameters: ["username": username, "password": password], scopes: scopes)
    }

    /// Returns a grant with a device code.
    static func deviceCode(_ code: String) -> OAuthGrant {
        OAuthGrant(type: "urn:ietf:params:oauth:grant-type:device_code", parameters: ["device_code": code])
    }

    /// The form parameters of the token request.
    var form: QueryItems {
        var items: QueryItems = ["grant_type": type]
        items += parameters
        if !scopes.isEmpty { items.append("scope", scopes.joined(separator: " ")) }
        return items
    }
}

extension OAuthGrant: CustomStringConvertible, CustomReflectable {
    /// The type name and the grant type.
    public var description: String { "OAuthGrant(\(type))" }

    /// A mirror with the grant type and the scopes, so that `dump` does not show the secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["type": type, "scopes": scopes], displayStyle: .struct)
    }
}
