/// Who asks for a token, and what proves it, in version 2.0.
public enum AccessIdentity: Sendable, Hashable {
    /// A user with a password.
    case password(userName: String, password: Secret)

    /// Whoever has a token; to get another one, for another tenant for example.
    case token(Secret)
}
