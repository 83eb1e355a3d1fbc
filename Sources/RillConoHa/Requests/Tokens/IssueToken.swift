public import RillHTTP

/// Issues a token of version 3: `POST /v3/auth/tokens`.
///
/// Sent without a token.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/api-identity-vps3/identity-post_tokens-v3/> and
///   <https://docs.openstack.org/api-ref/identity/v3/#authentication-and-token-management>, read 2026-11-21.
public struct IssueToken: Request, UnauthenticatedRequest, Hashable {
    /// The token with its user, scope and catalog.
    public typealias Response = Token

    /// The credentials.
    public var identity: Identity

    /// The scope of the token.
    ///
    /// `nil` means the user's default project.
    public var scope: Scope?

    /// Whether the response includes the service catalog.
    public var includesCatalog: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - identity: The credentials.
    ///   - scope: The scope of the token. `nil` means the user's default project.
    ///   - includesCatalog: Whether the response includes the service catalog. Defaults to `true`.
    public init(identity: Identity, scope: Scope? = nil, includesCatalog: Bool = true) {
        self.identity = identity
        self.scope = scope
        self.includesCatalog = includesCatalog
    }

    /// `POST`.
    public var method: HTTPRequest.Method { .post }

    /// `/v3/auth/tokens`.
    public var path: URLPath { "/v3/auth/tokens" }

    /// The query parameter `nocatalog` if the catalog is omitted.
    public var query: QueryItems { .catalog(isIncluded: includesCatalog) }

    /// The credentials and the scope as JSON with sorted keys.
    public var body: HTTPBody { .json(["auth": Auth(identity: identity, scope: scope)]) }

    /// Decodes the value of the key `token`, and the token itself from the header field `X-Subject-Token`.
    public var parser: ResponseParser<Token> { .token(subject: nil) }

    private struct Auth: Encodable {
        let identity: Identity
        let scope: Scope?
    }
}
