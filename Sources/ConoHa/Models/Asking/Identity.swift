/// Who asks for a token, and what proves it, in version 3.
///
///     .password(user: .name("gncu00000001"), password: "…")
///     .applicationCredential(id: "…", secret: "…")
public struct Identity: Sendable, Hashable {
    private enum Proof: Sendable, Hashable {
        case password(UserReference, Secret)
        case token(Secret)
        case applicationCredential(id: String, Secret)
        case namedApplicationCredential(String, UserReference, Secret)
    }

    private let proof: Proof

    private init(_ proof: Proof) {
        self.proof = proof
    }

    /// A user with a password.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - password: The password.
    /// - Returns: The identity.
    public static func password(user: UserReference, password: Secret) -> Identity {
        Identity(.password(user, password))
    }

    /// Whoever has a token; to get another one, for another project for example.
    ///
    /// - Parameter token: The token that is there already.
    /// - Returns: The identity.
    public static func token(_ token: Secret) -> Identity {
        Identity(.token(token))
    }

    /// A program with a credential that a user has made for it.
    ///
    /// Such a credential is for one project, so that no scope is named.
    ///
    /// - Parameters:
    ///   - id: The credential's id.
    ///   - secret: The credential's secret.
    /// - Returns: The identity.
    public static func applicationCredential(id: Token.ApplicationCredential.ID, secret: Secret) -> Identity {
        Identity(.applicationCredential(id: id, secret))
    }

    /// A program with a credential that a user has made for it, by its name.
    ///
    /// - Parameters:
    ///   - name: The credential's name.
    ///   - user: The user who has made it.
    ///   - secret: The credential's secret.
    /// - Returns: The identity.
    public static func applicationCredential(name: String, user: UserReference, secret: Secret) -> Identity {
        Identity(.namedApplicationCredential(name, user, secret))
    }

    /// By what a token is obtained so.
    public var method: AuthenticationMethod {
        switch proof {
        case .password: .password
        case .token: .token
        case .applicationCredential, .namedApplicationCredential: .applicationCredential
        }
    }
}

extension Identity: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) {
            stringValue = name
        }

        init?(stringValue: String) {
            self.init(stringValue)
        }

        init?(intValue: Int) {
            nil
        }
    }

    /// Writes the methods, and what belongs to the one that is used, secrets included.
    ///
    /// - Parameter encoder: Takes an object.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode([method], forKey: Key("methods"))
        var details = container.nestedContainer(keyedBy: Key.self, forKey: Key(method.rawValue))
        switch proof {
        case .password(let user, let password):
            // The password stands among what names the user.
            let encoder = details.superEncoder(forKey: Key("user"))
            try user.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(password, forKey: Key("password"))
        case .token(let token):
            try details.encode(token, forKey: Key("id"))
        case .applicationCredential(let id, let secret):
            try details.encode(id, forKey: Key("id"))
            try details.encode(secret, forKey: Key("secret"))
        case .namedApplicationCredential(let name, let user, let secret):
            try details.encode(name, forKey: Key("name"))
            try details.encode(user, forKey: Key("user"))
            try details.encode(secret, forKey: Key("secret"))
        }
    }
}
