internal import RillHTTP
internal import RillHTTPTesting

/// The answers of version 3 to who asks for tokens, about them, and for their catalog.
struct ConoHaTokenEndpoints: Sendable {
    let context: ConoHaContext

    func add(to router: inout Router) {
        let tokens = "/v3/auth/tokens"
        router.on(.post, tokens, context.handler { request throws(ConoHaRefusal) in try issue(request) })
        let show = context.authorized { request, own throws(ConoHaRefusal) in
            answer(try subject(of: request, own, "validate_token"), request)
        }
        router.on(.get, tokens, show)
        // Of which the server sends the head alone.
        router.on(.head, tokens, show)
        router.on(
            .delete, tokens,
            context.authorized { request, own throws(ConoHaRefusal) in
                context.state.revoke(try subject(of: request, own, "revoke_token"))
                return .status(.noContent)
            })
        router.get(
            "/v3/auth/catalog",
            context.authorized { request, own throws(ConoHaRefusal) in
                guard own.isScoped else { throw .forbidden }
                let links: ConoHaJSON = ["self": "http://\(context.host(request))/v3/auth/catalog"]
                return .json(
                    encoding: ["catalog": context.catalog(for: own, request).version3, "links": links] as ConoHaJSON)
            })
    }

    /// `POST /v3/auth/tokens`: a token, which stands in a field.
    private func issue(_ request: RoutedRequest) throws(ConoHaRefusal) -> LoopbackServer.Response {
        let login = try ConoHaLogin(try context.auth(in: request), context: context)
        let token = context.state.issue(
            to: login.user, by: login.method, from: login.parent, for: login.scope, isLong: true)
        return answer(token, request, status: .created)
    }

    /// The token that a request is about, if whoever asks may know.
    private func subject(
        of request: RoutedRequest, _ own: ConoHaToken, _ action: String
    ) throws(ConoHaRefusal) -> ConoHaToken {
        guard let id = request.request.fields[ConoHaContext.subjectToken] else { throw .noSubject }
        switch context.state.standing(of: id) {
        case .unknown: throw .unknownSubject
        case .ended: throw .endedSubject
        case .good(let token):
            guard own.user.isAdmin || own.user == token.user else { throw .forbidden(action) }
            return token
        }
    }

    private func answer(
        _ token: ConoHaToken, _ request: RoutedRequest, status: HTTPResponse.Status = .ok
    ) -> LoopbackServer.Response {
        let query = request.request.queryItems.map(\.name)
        var body = json(token)
        if token.isScoped, !query.contains("nocatalog") {
            body = body.adding("catalog", context.catalog(for: token, request).version3)
        }
        return .json(encoding: ["token": body] as ConoHaJSON, status: status)
            .adding(ConoHaContext.subjectToken, token.id)
    }

    private func json(_ token: ConoHaToken) -> ConoHaJSON {
        let body: ConoHaJSON = [
            "methods": .list(token.methods.map { .text($0) }),
            "user": [
                "id": .text(token.user.id), "name": .text(token.user.name), "domain": ConoHaAccounts.domain,
                "password_expires_at": nil,
            ],
            "audit_ids": .list(token.auditIDs.map { .text($0) }), "issued_at": ConoHaToken.longText(token.issued),
            "expires_at": ConoHaToken.longText(token.expires),
        ]
        guard token.isScoped else { return body }
        let project = token.scope.project.map { project -> ConoHaJSON in
            ["id": .text(project.id), "name": .text(project.name), "domain": ConoHaAccounts.domain]
        }
        let scoped = body.adding("roles", .list(token.user.roles.map(\.json))).adding("project", project)
        switch token.scope {
        case .none, .project: return scoped.adding("is_domain", false)
        case .domain: return scoped.adding("domain", ConoHaAccounts.domain)
        case .system: return scoped.adding("system", ["all": true])
        case .trust:
            return scoped.adding(
                "OS-TRUST:trust",
                [
                    "id": .text(ConoHaAccounts.trustID), "impersonation": false,
                    "trustor_user": ["id": .text(ConoHaAccounts.adminID)], "trustee_user": ["id": .text(token.user.id)],
                ])
        case .applicationCredential:
            return scoped.adding("is_domain", false).adding(
                "application_credential",
                [
                    "id": .text(ConoHaAccounts.applicationCredentialID),
                    "name": .text(ConoHaAccounts.applicationCredentialName), "restricted": true,
                ])
        }
    }
}
