internal import Rill

/// The credentials and the scope with which a session authenticates, for version 2.0 or 3 of the API.
///
///     .v3(.password(user: .name("gncu00000001"), password: password), scope: .project(.name("gnct00000001")))
///     .v2(.password(userName: "gncu00000001", password: password), tenant: .id("…"))
///
/// Descriptions and dumps redact its secrets.
public struct ConoHaLogin: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case access(IssueAccess)
        case token(IssueToken)
    }

    let kind: Kind

    /// Returns a login with version 2.0 of the API.
    ///
    /// - Parameters:
    ///   - identity: The credentials.
    ///   - tenant: The tenant that the tokens are scoped to. `nil` issues unscoped tokens.
    /// - Returns: The login.
    public static func v2(_ identity: AccessIdentity, tenant: TenantReference? = nil) -> ConoHaLogin {
        ConoHaLogin(kind: .access(IssueAccess(identity: identity, tenant: tenant)))
    }

    /// Returns a login with version 3 of the API.
    ///
    /// - Parameters:
    ///   - identity: The credentials.
    ///   - scope: The scope of the tokens. `nil` means the user's default project.
    /// - Returns: The login.
    public static func v3(_ identity: Identity, scope: Scope? = nil) -> ConoHaLogin {
        ConoHaLogin(kind: .token(IssueToken(identity: identity, scope: scope)))
    }

    /// Issues a token.
    func send(by client: ConoHaClient) -> Observable<SessionToken> {
        switch kind {
        case .access(let request): client.send(request).map { SessionToken($0) }
        case .token(let request): client.send(request).map { SessionToken($0) }
        }
    }

    /// Whether a user can revoke their own tokens.
    var isRevocable: Bool {
        if case .token = kind { true } else { false }
    }
}
