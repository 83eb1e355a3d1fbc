/// The credentials of a token request of version 2.0.
public enum AccessIdentity: Sendable, Hashable {
    /// A user name and a password.
    case password(userName: String, password: Secret)

    /// An existing token, for example to get a token for another tenant.
    case token(Secret)
}
