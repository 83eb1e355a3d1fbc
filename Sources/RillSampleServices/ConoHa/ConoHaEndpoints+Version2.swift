internal import RillHTTPTesting

/// The endpoints of version 2.0 for tokens and tenants.
extension ConoHaEndpoints {
    func addVersion2(to router: inout Router) {
        router.on(.post, "/v2.0/tokens") { try issueVersion2Token($0) }
        router.get("/v2.0/tenants") { request in tenants(of: try token(of: request)) }
    }

    /// `POST /v2.0/tokens`: issues a token.
    private func issueVersion2Token(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        let auth = try body(of: request, member: "auth")
        let (user, parent) = try user(auth)
        guard auth["trust_id"] == nil else { throw ConoHaError.notImplemented("trusts in version 2.0") }
        var scope = ConoHaToken.Scope.none
        if let tenant = try tenant(auth) {
            guard user.projects.contains(tenant) else { throw ConoHaError.unauthorized }
            scope = .project(tenant)
        }
        let method = parent == nil ? "password" : "token"
        let token = state.issue(to: user, by: method, from: parent, for: scope, isLong: false)
        return .json(["access": access(token, request)])
    }

    private func user(_ auth: JSONValue) throws -> (user: ConoHaAccounts.User, parent: ConoHaToken?) {
        if let credentials = auth["passwordCredentials"] {
            guard let name = credentials["username"]?.stringValue else {
                throw ConoHaError.expecting("username", in: "passwordCredentials")
            }
            guard let user = accounts.user(name: name), credentials["password"]?.stringValue == user.password else {
                throw ConoHaError.unauthorized
            }
            return (user, nil)
        }
        guard let id = auth["token"]?["id"]?.stringValue else {
            throw ConoHaError.expecting("passwordCredentials or token", in: "auth")
        }
        guard let parent = try? state.token(id) else { throw ConoHaError.unauthorized }
        return (parent.user, parent)
    }

    private func tenant(_ auth: JSONValue) throws -> ConoHaAccounts.Project? {
        let id = auth["tenantId"]?.stringValue
        guard let name = id ?? auth["tenantName"]?.stringValue else { return nil }
        let project = id == nil ? ConoHaAccounts.project(name: name) : ConoHaAccounts.project(id: name)
        guard let project else { throw ConoHaError.unauthorized }
        return project
    }

    /// `GET /v2.0/tenants`: lists the tenants of the user.
    private func tenants(of token: ConoHaToken) -> LoopbackServer.Response {
        .json(["tenants": .array(token.user.projects.map { tenant($0) }), "tenants_links": []])
    }

    // MARK: Parts

    private func access(_ token: ConoHaToken, _ request: RoutedRequest) -> JSONValue {
        let body: JSONValue = [
            "id": .string(token.id), "issued_at": ConoHaToken.textWithoutZone(token.issued),
            "expires": ConoHaToken.text(token.expires), "audit_ids": .strings(token.auditIDs),
        ]
        let roles = token.isScoped ? token.user.roles : []
        return [
            "token": body.adding("tenant", token.scope.project.map { tenant($0) }),
            "serviceCatalog": token.isScoped ? catalog(for: token, request).version2 : [],
            "user": [
                "id": .string(token.user.id), "name": .string(token.user.name), "username": .string(token.user.name),
                "roles": .array(roles.map { ["name": .string($0.name)] }), "roles_links": [],
            ],
            "metadata": ["is_admin": token.user.isAdmin ? 1 : 0, "roles": .strings(roles.map(\.id))],
        ]
    }

    private func tenant(_ project: ConoHaAccounts.Project) -> JSONValue {
        [
            "id": .string(project.id), "name": .string(project.name), "enabled": true, "description": "",
            "domain_id": "gnc", "tyo1_image_size": "50GB", "sin1_image_size": "50GB", "sjc1_image_size": "550GB",
        ]
    }
}
