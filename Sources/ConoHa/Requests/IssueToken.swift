public import RillHTTP

/// A token of version 3: `POST /v3/auth/tokens`.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/api-identity-vps3/identity-post_tokens-v3/> and
///   <https://docs.openstack.org/api-ref/identity/v3/#authentication-and-token-management>, read 2026-11-21.
public struct IssueToken: Request, Anonymous, Hashable {
    /// A token, and what it is good for.
    public typealias Response = Token

    /// Who asks for it, and what proves it.
    public var identity: Identity

    /// What it is for; nil for the user's default project.
    public var scope: Scope?

    /// Whether the answer should list the services.
    public var includesCatalog: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - identity: Who asks for it, and what proves it.
    ///   - scope: What it is for; nil for the user's default project.
    ///   - includesCatalog: Whether the answer should list the services.
    public init(identity: Identity, scope: Scope? = nil, includesCatalog: Bool = true) {
        self.identity = identity
        self.scope = scope
        self.includesCatalog = includesCatalog
    }

    /// `POST`.
    public var method: HTTPRequest.Method { .post }

    /// `/v3/auth/tokens`.
    public var path: URLPath { "/v3/auth/tokens" }

    /// The word `nocatalog`, if the services are not wanted.
    public var query: QueryItems { .catalog(isWanted: includesCatalog) }

    /// Who asks and for what, as JSON with its keys in the order of the alphabet.
    public var body: HTTPBody? { get throws { try .json(Body(auth: Auth(identity: identity, scope: scope))) } }

    /// Reads what stands below `token`, and the token itself from the field `X-Subject-Token`.
    public var parser: ResponseParser<Token> { .token(subject: nil) }

    private struct Body: Encodable {
        let auth: Auth
    }

    private struct Auth: Encodable {
        let identity: Identity
        let scope: Scope?
    }
}
