/// An authentication method by which a token was issued.
///
/// Services may send values that have no static member.
public struct AuthenticationMethod: APIName {
    /// The raw value used by the service.
    public let rawValue: String

    /// Creates a method from its raw value.
    ///
    /// - Parameter rawValue: The raw value used by the service.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Authentication with a password.
    public static let password: AuthenticationMethod = "password"

    /// Authentication with another token.
    public static let token: AuthenticationMethod = "token"

    /// Authentication with an application credential.
    public static let applicationCredential: AuthenticationMethod = "application_credential"
}
