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
    public var body: HTTPBody { .json(Body(auth: Auth(request: self))) }

    /// Decodes the value of the key `access`.
    public var parser: ResponseParser<Access> { .json(at: "access").validateJSON().withSecretBody }

    private struct Body: Encodable {
        let auth: Auth
    }

    private struct Auth: Encodable {
        let request: IssueAccess

        enum CodingKeys: String, CodingKey {
            case passwordCredentials
            case token
            case tenantId
            case tenantName
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch request.identity {
            case .password(let userName, let password):
                let credentials = ["username": userName, "password": password.value]
                try container.encode(credentials, forKey: .passwordCredentials)
            case .token(let token):
                try container.encode(["id": token.value], forKey: .token)
            }
            switch request.tenant {
            case .id(let id): try container.encode(id, forKey: .tenantId)
            case .name(let name): try container.encode(name, forKey: .tenantName)
            case nil: break
            }
        }
    }
}
