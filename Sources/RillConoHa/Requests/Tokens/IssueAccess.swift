public import RillHTTP

/// Issues a token of version 2.0: `POST /v2.0/tokens`.
///
/// Sent without a token.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps2/api-identity-vps2/identity-post_tokens-v2/>, read 2026-11-21.
public struct IssueAccess: Request, UnauthenticatedRequest, Hashable {
    /// The token with its catalog and user.
    public typealias Response = Access

    /// The credentials.
    public var identity: AccessIdentity

    /// The tenant that the token is scoped to.
    ///
    /// `nil` issues an unscoped token.
    public var tenant: TenantReference?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - identity: The credentials.
    ///   - tenant: The tenant that the token is scoped to. `nil` issues an unscoped token.
    public init(identity: AccessIdentity, tenant: TenantReference? = nil) {
        self.identity = identity
        self.tenant = tenant
    }

    /// `POST`.
    public var method: HTTPRequest.Method { .post }

    /// `/v2.0/tokens`.
    public var path: URLPath { "/v2.0/tokens" }

    /// The credentials and the tenant as JSON with sorted keys.
    public var body: HTTPBody {
        var auth: JSONValue =
            switch identity {
            case .password(let userName, let password):
                ["passwordCredentials": ["username": .string(userName), "password": .string(password.value)]]
            case .token(let token):
                ["token": ["id": .string(token.value)]]
            }
        switch tenant {
        case .id(let id): auth["tenantId"] = .string(id)
        case .name(let name): auth["tenantName"] = .string(name)
        case nil: break
        }
        return .json(["auth": auth])
    }

    /// Decodes the value of the key `access`.
    public var parser: ResponseParser<Access> { .json(at: "access").validateJSON().withSecretBody }
}
