internal import RillHTTPTesting

/// The endpoints of version 3 for tokens and the service catalog.
extension ConoHaEndpoints {
    func addTokens(to router: inout Router) {
        let tokens = "/v3/auth/tokens"
        let items: Set = ["nocatalog"]
        router.on(.post, tokens, items: items) { request in
            response(for: try logIn(try body(of: request, member: "auth")), request, status: .created)
        }
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

    /// Returns the token in the `X-Subject-Token` header field if the caller has access to it.
    private func subject(of request: RoutedRequest, _ action: String) throws -> ConoHaToken {
        let own = try token(of: request)
        guard let id = request.fields[Self.subjectToken] else { throw ConoHaError.missingSubject }
        let token = try state.token(id)
        guard own.user.isAdmin || own.user == token.user else { throw ConoHaError.forbidden(action) }
        return token
    }

    /// Returns the response with a token, whose ID is a header field.
    private func response(
        for token: ConoHaToken, _ request: RoutedRequest, status: HTTPResponse.Status = .ok
    ) -> LoopbackServer.Response {
        var body = json(token)
        if token.isScoped, request.queryItem("nocatalog") == nil {
            body["catalog"] = catalog(for: token, request).version3
        }
        return .json(["token": body], status: status).adding(Self.subjectToken, token.id)
    }

    private func json(_ token: ConoHaToken) -> JSONValue {
        var body: JSONValue = [
            "methods": .strings(token.methods),
            "user": [
                "id": .string(token.user.id), "name": .string(token.user.name), "domain": ConoHaAccounts.domain,
                "password_expires_at": nil,
            ],
            "audit_ids": .strings(token.auditIDs), "issued_at": ConoHaToken.longText(token.issued),
            "expires_at": ConoHaToken.longText(token.expires),
        ]
        guard token.isScoped else { return body }
        body["roles"] = .array(token.user.roles.map(\.json))
        body["project"] = token.scope.project.map { project in
            ["id": .string(project.id), "name": .string(project.name), "domain": ConoHaAccounts.domain]
        }
        switch token.scope {
        case .none, .project: body["is_domain"] = false
        case .domain: body["domain"] = ConoHaAccounts.domain
        case .system: body["system"] = ["all": true]
        case .trust:
            body["OS-TRUST:trust"] = [
                "id": .string(SampleConoHa.trustID), "impersonation": false,
                "trustor_user": ["id": .string(ConoHaAccounts.adminID)],
                "trustee_user": ["id": .string(token.user.id)],
            ]
        case .applicationCredential:
            body["is_domain"] = false
            body["application_credential"] = [
                "id": .string(SampleConoHa.applicationCredentialID),
                "name": .string(SampleConoHa.applicationCredentialName), "restricted": true,
            ]
        }
        return body
    }
}
