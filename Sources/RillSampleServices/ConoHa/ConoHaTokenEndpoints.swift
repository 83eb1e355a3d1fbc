internal import RillHTTP
internal import RillHTTPTesting

/// The endpoints of version 3 for tokens and the service catalog.
struct ConoHaTokenEndpoints: Sendable {
    let context: ConoHaContext

    func add(to router: inout Router) {
        let tokens = "/v3/auth/tokens"
        let items: Set = ["nocatalog"]
        router.on(
            .post, tokens, items: items, context.handler { request throws(ConoHaErrorResponse) in try issue(request) })
        let show = context.authorized { request, own throws(ConoHaErrorResponse) in
            response(for: try subject(of: request, own, "validate_token"), request)
        }
        router.on(.get, tokens, items: items, show)
        // The loopback server omits the body of `HEAD` responses.
        router.on(.head, tokens, items: items, show)
        router.on(
            .delete, tokens,
            context.authorized { request, own throws(ConoHaErrorResponse) in
                context.state.revoke(try subject(of: request, own, "revoke_token"))
                return .status(.noContent)
            })
        router.get(
            "/v3/auth/catalog",
            context.authorized { request, own throws(ConoHaErrorResponse) in
                guard own.isScoped else { throw .forbidden }
                let links: JSONValue = ["self": "http://\(context.host(request))/v3/auth/catalog"]
                return .json(
                    encoding: ["catalog": context.catalog(for: own, request).version3, "links": links] as JSONValue)
            })
    }

    /// `POST /v3/auth/tokens`: issues a token, which is returned in a header field.
    private func issue(_ request: RoutedRequest) throws(ConoHaErrorResponse) -> LoopbackServer.Response {
        let login = try ConoHaLogin(try context.auth(in: request), context: context)
        let token = context.state.issue(
            to: login.user, by: login.method, from: login.parent, for: login.scope, isLong: true)
        return response(for: token, request, status: .created)
    }

    /// Returns the token in the `X-Subject-Token` header field if the caller has access to it.
    private func subject(
        of request: RoutedRequest, _ own: ConoHaToken, _ action: String
    ) throws(ConoHaErrorResponse) -> ConoHaToken {
        guard let id = request.request.fields[ConoHaContext.subjectToken] else { throw .missingSubject }
        switch context.state.status(of: id) {
        case .unknown: throw .unknownSubject
        case .invalid: throw .invalidSubject
        case .valid(let token):
            guard own.user.isAdmin || own.user == token.user else { throw .forbidden(action) }
            return token
        }
    }

    private func response(
        for token: ConoHaToken, _ request: RoutedRequest, status: HTTPResponse.Status = .ok
    ) -> LoopbackServer.Response {
        let query = request.request.queryItems.map(\.name)
        var body = json(token)
        if token.isScoped, !query.contains("nocatalog") {
            body = body.adding("catalog", context.catalog(for: token, request).version3)
        }
        return .json(encoding: ["token": body] as JSONValue, status: status)
            .adding(ConoHaContext.subjectToken, token.id)
    }

    private func json(_ token: ConoHaToken) -> JSONValue {
        let body: JSONValue = [
            "methods": .array(token.methods.map { .string($0) }),
            "user": [
                "id": .string(token.user.id), "name": .string(token.user.name), "domain": ConoHaAccounts.domain,
                "password_expires_at": nil,
            ],
            "audit_ids": .array(token.auditIDs.map { .string($0) }), "issued_at": ConoHaToken.longText(token.issued),
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
