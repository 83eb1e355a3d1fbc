internal import RillHTTP
internal import RillHTTPTesting

/// The answers of version 2.0 to who asks for tokens and tenants.
struct ConoHaAccessEndpoints: Sendable {
    let context: ConoHaContext

    func add(to router: inout Router) {
        router.on(.post, "/v2.0/tokens", context.handler { request throws(ConoHaRefusal) in try issue(request) })
        router.get("/v2.0/tenants", context.authorized { _, token in tenants(of: token) })
    }

    /// `POST /v2.0/tokens`: a token.
    private func issue(_ request: RoutedRequest) throws(ConoHaRefusal) -> LoopbackServer.Response {
        let auth = try context.auth(in: request)
        let (user, parent) = try user(auth)
        var scope = ConoHaToken.Scope.none
        if let tenant = try tenant(auth) {
            guard user.projects.contains(tenant.id) else { throw .unauthorized }
            scope = .project(tenant)
        }
        let method = parent == nil ? "password" : "token"
        let token = context.state.issue(to: user, by: method, from: parent, for: scope, isLong: false)
        return .json(encoding: ["access": access(token, request)] as ConoHaJSON)
    }

    private func user(
        _ auth: ConoHaJSON
    ) throws(ConoHaRefusal) -> (user: ConoHaAccounts.User, parent: ConoHaToken?) {
        if let credentials = auth["passwordCredentials"] {
            guard let name = credentials["username"]?.text else {
                throw .expecting("username", in: "passwordCredentials")
            }
            guard let user = context.accounts.user(name: name), credentials["password"]?.text == user.password else {
                throw .unauthorized
            }
            return (user, nil)
        }
        guard let id = auth["token"]?["id"]?.text else { throw .expecting("passwordCredentials or token", in: "auth") }
        guard case .good(let parent) = context.state.standing(of: id) else { throw .unauthorized }
        return (parent.user, parent)
    }

    private func tenant(_ auth: ConoHaJSON) throws(ConoHaRefusal) -> ConoHaAccounts.Project? {
        let project: ConoHaAccounts.Project?
        if let id = auth["tenantId"]?.text {
            project = ConoHaAccounts.project(id: id)
        } else if let name = auth["tenantName"]?.text {
            project = ConoHaAccounts.project(name: name)
        } else {
            return nil
        }
        guard let project else { throw .unauthorized }
        return project
    }

    /// `GET /v2.0/tenants`: those that the user could log in for.
    private func tenants(of token: ConoHaToken) -> LoopbackServer.Response {
        let tenants = token.user.projects.compactMap { ConoHaAccounts.project(id: $0) }.map { tenant($0) }
        return .json(encoding: ["tenants": .list(tenants), "tenants_links": []] as ConoHaJSON)
    }

    // MARK: Parts

    private func access(_ token: ConoHaToken, _ request: RoutedRequest) -> ConoHaJSON {
        let body: ConoHaJSON = [
            "id": .text(token.id), "issued_at": ConoHaToken.textWithoutZone(token.issued),
            "expires": ConoHaToken.text(token.expires), "audit_ids": .list(token.auditIDs.map { .text($0) }),
        ]
        let roles = token.isScoped ? token.user.roles : []
        return [
            "token": body.adding("tenant", token.scope.project.map { tenant($0) }),
            "serviceCatalog": token.isScoped ? context.catalog(for: token, request).version2 : [],
            "user": [
                "id": .text(token.user.id), "name": .text(token.user.name), "username": .text(token.user.name),
                "roles": .list(roles.map { ["name": .text($0.name)] }), "roles_links": [],
            ],
            "metadata": [
                "is_admin": token.user.isAdmin ? 1 : 0, "roles": .list(roles.map { .text($0.id) }),
            ],
        ]
    }

    private func tenant(_ project: ConoHaAccounts.Project) -> ConoHaJSON {
        [
            "id": .text(project.id), "name": .text(project.name), "enabled": true, "description": "",
            "domain_id": "gnc", "tyo1_image_size": "50GB", "sin1_image_size": "50GB", "sjc1_image_size": "550GB",
        ]
    }
}
