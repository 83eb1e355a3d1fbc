internal import RillHTTP
internal import RillHTTPTesting

/// The endpoints of version 2.0 for tokens and tenants.
struct ConoHaAccessEndpoints: Sendable {
    let context: ConoHaContext

    func add(to router: inout Router) {
        router.on(.post, "/v2.0/tokens", context.handler { request throws(ConoHaErrorResponse) in try issue(request) })
        router.get("/v2.0/tenants", context.authorized { _, token in tenants(of: token) })
    }

    /// `POST /v2.0/tokens`: issues a token.
    private func issue(_ request: RoutedRequest) throws(ConoHaErrorResponse) -> LoopbackServer.Response {
        let auth = try context.auth(in: request)
        let (user, parent) = try user(auth)
        guard auth["trust_id"] == nil else { throw .notImplemented("trusts in version 2.0") }
        var scope = ConoHaToken.Scope.none
        if let tenant = try tenant(auth) {
            guard user.projects.contains(tenant.id) else { throw .unauthorized }
            scope = .project(tenant)
        }
        let method = parent == nil ? "password" : "token"
        let token = context.state.issue(to: user, by: method, from: parent, for: scope, isLong: false)
        return .json(encoding: ["access": access(token, request)] as JSONValue)
    }

    private func user(
        _ auth: JSONValue
    ) throws(ConoHaErrorResponse) -> (user: ConoHaAccounts.User, parent: ConoHaToken?) {
        if let credentials = auth["passwordCredentials"] {
            guard let name = credentials["username"]?.stringValue else {
                throw .expecting("username", in: "passwordCredentials")
            }
            guard let user = context.accounts.user(name: name), credentials["password"]?.stringValue == user.password
            else {
                throw .unauthorized
            }
            return (user, nil)
        }
        guard let id = auth["token"]?["id"]?.stringValue else {
            throw .expecting("passwordCredentials or token", in: "auth")
        }
        guard case .valid(let parent) = context.state.status(of: id) else { throw .unauthorized }
        return (parent.user, parent)
    }

    private func tenant(_ auth: JSONValue) throws(ConoHaErrorResponse) -> ConoHaAccounts.Project? {
        let project: ConoHaAccounts.Project?
        if let id = auth["tenantId"]?.stringValue {
            project = ConoHaAccounts.project(id: id)
        } else if let name = auth["tenantName"]?.stringValue {
            project = ConoHaAccounts.project(name: name)
        } else {
            return nil
        }
        guard let project else { throw .unauthorized }
        return project
    }

    /// `GET /v2.0/tenants`: lists the tenants of the user.
    private func tenants(of token: ConoHaToken) -> LoopbackServer.Response {
        let tenants = token.user.projects.compactMap { ConoHaAccounts.project(id: $0) }.map { tenant($0) }
        return .json(encoding: ["tenants": .array(tenants), "tenants_links": []] as JSONValue)
    }

    // MARK: Parts

    private func access(_ token: ConoHaToken, _ request: RoutedRequest) -> JSONValue {
        let body: JSONValue = [
            "id": .string(token.id), "issued_at": ConoHaToken.textWithoutZone(token.issued),
            "expires": ConoHaToken.text(token.expires), "audit_ids": .array(token.auditIDs.map { .string($0) }),
        ]
        let roles = token.isScoped ? token.user.roles : []
        return [
            "token": body.adding("tenant", token.scope.project.map { tenant($0) }),
            "serviceCatalog": token.isScoped ? context.catalog(for: token, request).version2 : [],
            "user": [
                "id": .string(token.user.id), "name": .string(token.user.name), "username": .string(token.user.name),
                "roles": .array(roles.map { ["name": .string($0.name)] }), "roles_links": [],
            ],
            "metadata": [
                "is_admin": token.user.isAdmin ? 1 : 0, "roles": .array(roles.map { .string($0.id) }),
            ],
        ]
    }

    private func tenant(_ project: ConoHaAccounts.Project) -> JSONValue {
        [
            "id": .string(project.id), "name": .string(project.name), "enabled": true, "description": "",
            "domain_id": "gnc", "tyo1_image_size": "50GB", "sin1_image_size": "50GB", "sjc1_image_size": "550GB",
        ]
    }
}
