internal import Rill

/// How a session logs in: by which version of the API, who, and for what.
///
///     .v3(.password(user: .name("gncu00000001"), password: password), scope: .project(.name("gnct00000001")))
///     .v2(.password(userName: "gncu00000001", password: password), tenant: .id("…"))
///
/// What it holds is shown by no description and no dump.
public struct ConoHaLogin: Sendable, Hashable {
    enum Way: Sendable, Hashable {
        case access(IssueAccess)
        case token(IssueToken)
    }

    let way: Way

    /// Logs in by version 2.0.
    ///
    /// - Parameters:
    ///   - identity: Who logs in, and what proves it.
    ///   - tenant: Whose services the tokens should be for; nil for none.
    /// - Returns: The log-in.
    public static func v2(_ identity: AccessIdentity, tenant: TenantReference? = nil) -> ConoHaLogin {
        ConoHaLogin(way: .access(IssueAccess(identity: identity, tenant: tenant)))
    }

    /// Logs in by version 3.
    ///
    /// - Parameters:
    ///   - identity: Who logs in, and what proves it.
    ///   - scope: What the tokens should be for; nil for the user's default project.
    /// - Returns: The log-in.
    public static func v3(_ identity: Identity, scope: Scope? = nil) -> ConoHaLogin {
        ConoHaLogin(way: .token(IssueToken(identity: identity, scope: scope)))
    }

    /// Asks for a token.
    func send(by client: ConoHaClient) -> Observable<SessionToken> {
        switch way {
        case .access(let request): client.send(request).map { SessionToken($0) }
        case .token(let request): client.send(request).map { SessionToken($0) }
        }
    }

    /// Whether its tokens can be revoked by those who have them.
    var isRevocable: Bool {
        if case .token = way { true } else { false }
    }
}
