/// By what a token was obtained; an open set.
public struct AuthenticationMethod: RawRepresentable, Sendable, Hashable, Codable {
    /// The word that is sent.
    public let rawValue: String

    /// Creates a method that is not among the static members.
    ///
    /// - Parameter rawValue: The word that is sent.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// By a user's password.
    public static let password: AuthenticationMethod = "password"

    /// By another token.
    public static let token: AuthenticationMethod = "token"

    /// By a credential that a user has made for a program.
    public static let applicationCredential: AuthenticationMethod = "application_credential"
}

extension AuthenticationMethod: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a method that stands in the source.
    ///
    /// - Parameter value: The word that is sent.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The word that is sent.
    public var description: String { rawValue }
}
