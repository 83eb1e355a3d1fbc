public import RillHTTP

/// A source of access tokens of Microsoft Entra ID, for the credential ``StorageCredential/bearer(_:)``.
///
///     let tokens = CredentialRefresher<Token>(lifetime: { .seconds($0.expiresIn) }) { signIn() }
///     let account = StorageAccount(name: "acct", credential: .bearer(BearerTokens(tokens) { $0.accessToken }))
///
/// The tokens must be issued for the scope ``scope``. A token is refreshed before it expires and after a response with
/// status 401, once for all requests. The service accepts tokens only over HTTPS. Requests to an endpoint with
/// another scheme fail with stage `request` before a token is obtained, unless the host is `localhost` or a loopback
/// address. Tokens are redacted in descriptions and dumps.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/authorize-with-azure-active-directory>.
public struct BearerTokens: Sendable, Hashable {
    /// The scope of access tokens for Azure Storage: `https://storage.azure.com/.default`.
    public static let scope = "https://storage.azure.com/.default"

    /// Returns the middleware that adds the tokens to requests to an endpoint.
    let authentication: @Sendable (_ endpoint: String) -> Authentication

    /// The identity of the refresher.
    private let source: ObjectIdentifier

    /// Creates a source of tokens.
    ///
    /// - Parameters:
    ///   - refresher: The refresher that obtains and stores the credentials. Several clients can share one.
    ///   - token: A closure that returns the access token of a credential.
    public init<Credential>(
        _ refresher: CredentialRefresher<Credential>, token: @escaping @Sendable (Credential) -> String
    ) {
        authentication = { .bearer(refresher, for: $0, token: token) }
        source = ObjectIdentifier(refresher)
    }

    /// Returns whether two sources use the same refresher.
    ///
    /// - Parameters:
    ///   - lhs: A source.
    ///   - rhs: Another source.
    /// - Returns: Whether the sources use the same refresher.
    public static func == (lhs: BearerTokens, rhs: BearerTokens) -> Bool { lhs.source == rhs.source }

    /// Adds the identity of the refresher to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

extension BearerTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder for the tokens.
    public var description: String { "<redacted>" }

    /// A placeholder for the tokens.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` does not reveal a token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
