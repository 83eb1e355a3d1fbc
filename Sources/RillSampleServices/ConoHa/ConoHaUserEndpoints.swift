internal import RillHTTP
internal import RillHTTPTesting

/// The endpoints of version 3 for users and their EC2 credentials.
struct ConoHaUserEndpoints: Sendable {
    let context: ConoHaContext

    func add(to router: inout Router) {
        router.get(
            "/v3/users/{user}",
            context.authorized { request, own throws(ConoHaErrorResponse) in
                let user = try user(of: request, own, "get_user")
                let links: JSONValue = ["self": "http://\(context.host(request))/v3/users/\(user.id)"]
                return .json(encoding: ["user": user.json.adding("links", links)] as JSONValue)
            })
        router.get(
            "/v3/sub-users",
            context.authorized { _, _ in .json(encoding: ["users": ConoHaAccounts.subUsers] as JSONValue) })
        let pairs = "/v3/users/{user}/credentials/OS-EC2"
        router.on(
            .post, pairs, context.authorized { request, own throws(ConoHaErrorResponse) in try makePair(request, own) })
        router.get(
            pairs,
            context.authorized { request, own throws(ConoHaErrorResponse) in
                let user = try user(of: request, own, "ec2_list_credentials")
                let found = context.state.pairs(of: user.id).map { json($0, request) }
                let own = "\(root(request))\(request.request.path)"
                let links: JSONValue = ["next": nil, "previous": nil, "self": .string(own)]
                return .json(encoding: ["credentials": .array(found), "links": links] as JSONValue)
            })
        router.get(
            pairs + "/{access}",
            context.authorized { request, own throws(ConoHaErrorResponse) in
                let user = try user(of: request, own, "ec2_get_credential")
                let access = request.parameter("access")
                guard let pair = context.state.pairs(of: user.id).first(where: { $0.access == access }) else {
                    throw .unknown("credential", access)
                }
                return .json(encoding: ["credential": json(pair, request)] as JSONValue)
            })
        router.on(
            .delete, pairs + "/{access}",
            context.authorized { request, own throws(ConoHaErrorResponse) in
                let user = try user(of: request, own, "ec2_delete_credential")
                let access = request.parameter("access")
                guard context.state.removePair(access, of: user.id) else { throw .unknown("credential", access) }
                return .status(.noContent)
            })
    }

    private func makePair(
        _ request: RoutedRequest, _ own: ConoHaToken
    ) throws(ConoHaErrorResponse) -> LoopbackServer.Response {
        let user = try user(of: request, own, "ec2_create_credential")
        let tenantID = try context.body(of: request, member: "tenant_id").stringValue ?? ""
        guard ConoHaAccounts.project(id: tenantID) != nil else { throw .unknown("project", tenantID) }
        guard let pair = context.state.makePair(userID: user.id, tenantID: tenantID) else {
            throw .limit(context.options.credentialLimit ?? 0)
        }
        return .json(encoding: ["credential": json(pair, request)] as JSONValue, status: .created)
    }

    /// Returns the user in the path if the caller is this user or an administrator.
    private func user(
        of request: RoutedRequest, _ own: ConoHaToken, _ action: String
    ) throws(ConoHaErrorResponse) -> ConoHaAccounts.User {
        let id = request.parameter("user")
        guard own.user.isAdmin || own.user.id == id else { throw .forbidden(action) }
        guard let user = context.accounts.user(id: id) else { throw .unknown("user", id) }
        return user
    }

    private func root(_ request: RoutedRequest) -> String { "http://\(context.host(request))" }

    private func json(_ pair: ConoHaState.KeyPair, _ request: RoutedRequest) -> JSONValue {
        let path = "/v3/users/\(pair.userID)/credentials/OS-EC2/\(pair.access)"
        return [
            "user_id": .string(pair.userID), "tenant_id": .string(pair.tenantID), "access": .string(pair.access),
            "secret": .string(pair.secret), "trust_id": nil, "links": ["self": "\(root(request))\(path)"],
        ]
    }
}
