internal import RillHTTP
internal import RillSystem

/// The credentials of a token request of version 3.
///
///     .password(user: .name("gncu00000001"), password: "…")
///     .applicationCredential(id: "…", secret: "…")
public struct Identity: Sendable, Hashable {
    private enum Credentials: Sendable, Hashable {
        case password(UserReference, Secret)
        case token(Secret)
        case applicationCredential(id: String, Secret)
        case namedApplicationCredential(String, UserReference, Secret)
    }

    private let credentials: Credentials

    /// Returns an identity with a password.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - password: The password.
    /// - Returns: The identity.
    public static func password(user: UserReference, password: Secret) -> Identity {
        Identity(credentials: .password(user, password))
    }

    /// Returns an identity with an existing token, for example to get a token for another project.
    ///
    /// - Parameter token: The existing token.
    /// - Returns: The identity.
    public static func token(_ token: Secret) -> Identity {
        Identity(credentials: .token(token))
    }

    /// Returns an identity with an application credential.
    ///
    /// An application credential applies to one project, so the token request has no scope.
    ///
    /// - Parameters:
    ///   - id: The ID of the credential.
    ///   - secret: The secret of the credential.
    /// - Returns: The identity.
    public static func applicationCredential(id: Token.ApplicationCredential.ID, secret: Secret) -> Identity {
        Identity(credentials: .applicationCredential(id: id, secret))
    }

    /// Returns an identity with an application credential, referenced by name.
    ///
    /// - Parameters:
    ///   - name: The name of the credential.
    ///   - user: The user who created the credential.
    ///   - secret: The secret of the credential.
    /// - Returns: The identity.
    public static func applicationCredential(name: String, user: UserReference, secret: Secret) -> Identity {
        Identity(credentials: .namedApplicationCredential(name, user, secret))
    }

    /// The authentication method.
    public var method: AuthenticationMethod {
        switch credentials {
        case .password: .password
        case .token: .token
        case .applicationCredential, .namedApplicationCredential: .applicationCredential
        }
    }
}

extension Identity: Encodable {
    /// Encodes the method and its credentials, including secrets.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error thrown by the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        try container.encode([method], forKey: AnyCodingKey("methods"))
        var details = container.nestedContainer(keyedBy: AnyCodingKey.self, forKey: AnyCodingKey(method.rawValue))
        switch credentials {
        case .password(let user, let password):
            // The password is encoded in the same object as the user reference.
            let encoder = details.superEncoder(forKey: AnyCodingKey("user"))
            try user.encode(to: encoder)
            var container = encoder.container(keyedBy: AnyCodingKey.self)
            try container.encode(password, forKey: AnyCodingKey("password"))
        case .token(let token):
            try details.encode(token, forKey: AnyCodingKey("id"))
        case .applicationCredential(let id, let secret):
            try details.encode(id, forKey: AnyCodingKey("id"))
            try details.encode(secret, forKey: AnyCodingKey("secret"))
        case .namedApplicationCredential(let name, let user, let secret):
            try details.encode(name, forKey: AnyCodingKey("name"))
            try details.encode(user, forKey: AnyCodingKey("user"))
            try details.encode(secret, forKey: AnyCodingKey("secret"))
        }
    }
}
