internal import RillHTTPTesting

/// The endpoints of version 3 for tokens and the service catalog.
extension ConoHaEndpoints {
    func addTokens(to router: inout Router) {
        let tokens = "/v3/auth/tokens"
        let items: Set = ["nocatalog"]
        router.on(.post, tokens, items: items) { try issue($0) }
        // The loopback server omits the body of `HEAD` responses.
        for method in [HTTPRequest.Method.get, .head] {
            router.on(method, tokens, items: items) { request in
                response(for: try subject(of: request, "validate_token"), request)
            }
        }
        router.on(.delete, tokens) { request in
            state.revoke(try subject(of: request, "revoke_token"))
            return .status(.noContent)
        }
        router.get("/v3/auth/catalog") { request in
            let own = try token(of: request)
            guard own.isScoped else { throw ConoHaError.forbidden }
            let links: JSONValue = ["self": "\(request.serverURL)/v3/auth/catalog"]
            return .json(["catalog": catalog(for: own, request).version3, "links": links])
        }
    }

    /// `POST /v3/auth/tokens`: issues a token, which is returned in a header field.
    private func issue(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        response(for: try logIn(try auth(in: request)), request, status: .created)
    }

    /// Returns the token in the `X-Subject-Token` header field if the caller has access to it.
    private func subject(of request: RoutedRequest, _ action: String) throws -> ConoHaToken {
        let own = try token(of: request)
        guard let id = request.fields[Self.subjectToken] else { throw ConoHaError.missingSubject }
        let token = try state.token(id)
        guard own.user.isAdmin || own.user == token.user else { throw ConoHaError.forbidden(action) }
        return token
    }

    private func response(
        for token: ConoHaToken, _ request: RoutedRequest, status: HTTPResponse.Status = .ok
    ) -> LoopbackServer.Response {
        let query = request.request.queryItems.map(\.name)
        var body = json(token)
        if token.isScoped, !query.contains("nocatalog") {
            body = body.adding("catalog", catalog(for: token, request).version3)
        }
        return .json(["token": body], status: status)
            .adding(Self.subjectToken, token.id)
    }

    private func json(_ token: ConoHaToken) -> JSONValue {
        let body: JSONValue = [
            "methods": .strings(token.methods),
            "user": [
                "id": .string(token.user.id), "name": .string(token.user.name), "domain": ConoHaAccounts.domain,
                "password_expires_at": nil,
            ],
            "audit_ids": .strings(token.auditIDs), "issued_at": ConoHaToken.longText(token.issued),
            "expires_at": ConoHaToken.longText(token.expires),
        ]
        guard token.isScoped else { return body }
        let project = token.scope.project.map { project -> JSONValue in
            ["id": .string(project.id), "name": .string(project.name), "domain": ConoHaAccounts.domain]
        }
        let scoped = body.adding("roles", .array(token.user.roles.map(\.json))).adding("project", project)
        switch token.scope {
        case .none, .project: return scoped.adding("is_domain", false)
        case .domain: return scoped.adding("domain", ConoHaAccounts.domain)
        case .system: return scoped.adding("system", ["all": true])
        case .trust:
            return scoped.adding(
                "OS-TRUST:trust",
                [
                    "id": .string(ConoHaAccounts.trustID), "impersonation": false,
                    "trustor_user": ["id": .string(ConoHaAccounts.adminID)],
                    "trustee_user": ["id": .string(token.user.id)],
                ])
        case .applicationCredential:
            return scoped.adding("is_domain", false).adding(
                "application_credential",
                [
                    "id": .string(ConoHaAccounts.applicationCredentialID),
                    "name": .string(ConoHaAccounts.applicationCredentialName), "restricted": true,
                ])
        }
    }
}
