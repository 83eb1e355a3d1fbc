public import RillOAuth

/// A source of access tokens of Microsoft Entra ID, for the credential ``StorageCredential/bearer(_:)``.
///
///     let credentials = OAuthCredentials(oauth, grant: .clientCredentials(scopes: [BearerTokens.scope]))
///     let account = StorageAccount(name: "acct", credential: .bearer(BearerTokens(credentials)))
///
/// The tokens must be issued for the scope ``scope``. A token is renewed before it expires and after a response with
/// status 401, once for all requests. The service accepts tokens only over HTTPS. Requests to an endpoint with
/// another scheme fail with stage `request` before a token is obtained, unless the host is `localhost` or a loopback
/// address. Tokens are redacted in descriptions and dumps.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/authorize-with-azure-active-directory>, read
///   2026-11-23.
public struct BearerTokens: Sendable, Hashable {
    /// The scope of access tokens for Azure Storage: `https://storage.azure.com/.default`.
    public static let scope = "https://storage.azure.com/.default"

    /// Returns the middleware that adds the tokens to requests to an endpoint.
    let authentication: @Sendable (_ endpoint: String) -> Authentication

    /// The identity of the credentials or of the refresher.
    private let source: ObjectIdentifier

    /// Creates a source of tokens.
    ///
    /// - Parameter credentials: The credentials of an application or of a signed-in user. Several clients can share
    ///   them.
    public init(_ credentials: OAuthCredentials) {
        authentication = { credentials.authentication(for: $0) }
        source = credentials.identity
    }

    /// Creates a source of tokens that are not obtained with OAuth, such as the tokens of a managed identity.
    ///
    /// - Parameters:
    ///   - refresher: The refresher that obtains and stores the tokens. Several clients can share one.
    ///   - token: A closure that returns the access token.
    public init<Credential>(
        _ refresher: CredentialRefresher<Credential>, token: @escaping @Sendable (Credential) -> String
    ) {
        authentication = { .bearer(refresher, for: $0, token: token) }
        source = ObjectIdentifier(refresher)
    }

    /// Returns whether two sources use the same credentials or the same refresher.
    ///
    /// - Parameters:
    ///   - lhs: A source.
    ///   - rhs: Another source.
    /// - Returns: Whether the sources use the same credentials, copies of them, or the same refresher.
    public static func == (lhs: BearerTokens, rhs: BearerTokens) -> Bool { lhs.source == rhs.source }

    /// Adds the identity of the credentials or of the refresher to a hasher.
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
