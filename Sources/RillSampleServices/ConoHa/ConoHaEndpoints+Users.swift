internal import RillHTTPTesting

/// The endpoints of version 3 for users and their EC2 credentials.
extension ConoHaEndpoints {
    func addUsers(to router: inout Router) {
        router.get("/v3/users/{user}") { request in
            let user = try user(of: request, "get_user")
            let links: JSONValue = ["self": "\(request.serverURL)/v3/users/\(user.id)"]
            return .json(["user": user.json.adding("links", links)])
        }
        router.get("/v3/sub-users") { request in
            _ = try token(of: request)
            return .json(["users": ConoHaAccounts.subUsers])
        }
        let pairs = "/v3/users/{user}/credentials/OS-EC2"
        router.on(.post, pairs) { request in
            let user = try user(of: request, "ec2_create_credential")
            let tenantID = try body(of: request, member: "tenant_id").stringValue ?? ""
            guard ConoHaAccounts.project(id: tenantID) != nil else { throw ConoHaError.unknown("project", tenantID) }
            guard let pair = state.makePair(userID: user.id, tenantID: tenantID) else {
                throw ConoHaError.limit(options.credentialLimit ?? 0)
            }
            return .json(["credential": json(pair, request)], status: .created)
        }
        router.get(pairs) { request in
            let user = try user(of: request, "ec2_list_credentials")
            let found = state.pairs(of: user.id).map { json($0, request) }
            let own = "\(request.serverURL)\(request.request.path)"
            let links: JSONValue = ["next": nil, "previous": nil, "self": .string(own)]
            return .json(["credentials": .array(found), "links": links])
        }
        router.get(pairs + "/{access}") { request in
            let user = try user(of: request, "ec2_get_credential")
            let access = request.parameter("access")
            guard let pair = state.pairs(of: user.id).first(where: { $0.access == access }) else {
                throw ConoHaError.unknown("credential", access)
            }
            return .json(["credential": json(pair, request)])
        }
        router.on(.delete, pairs + "/{access}") { request in
            let user = try user(of: request, "ec2_delete_credential")
            let access = request.parameter("access")
            guard state.removePair(access, of: user.id) else { throw ConoHaError.unknown("credential", access) }
            return .status(.noContent)
        }
    }

    /// Returns the user in the path if the caller is this user or an administrator.
    private func user(of request: RoutedRequest, _ action: String) throws -> ConoHaAccounts.User {
        let own = try token(of: request)
        let id = request.parameter("user")
        guard own.user.isAdmin || own.user.id == id else { throw ConoHaError.forbidden(action) }
        guard let user = accounts.user(id: id) else { throw ConoHaError.unknown("user", id) }
        return user
    }

    private func json(_ pair: ConoHaState.KeyPair, _ request: RoutedRequest) -> JSONValue {
        let path = "/v3/users/\(pair.userID)/credentials/OS-EC2/\(pair.access)"
        return [
            "user_id": .string(pair.userID), "tenant_id": .string(pair.tenantID), "access": .string(pair.access),
            "secret": .string(pair.secret), "trust_id": nil, "links": ["self": "\(request.serverURL)\(path)"],
        ]
    }
}
