internal import RillHTTP
internal import RillHTTPTesting

/// The endpoints for users.
struct GarageUserEndpoints: Sendable {
    let store: GarageStore
    let hidesTotals: Bool

    /// `GET /v1/users`: lists users page by page.
    func list(_ call: GarageCall) throws -> LoopbackServer.Response {
        let paging = try GaragePaging(call.request.request)
        try call.require(scope: "public")
        try call.requireJSON()
        return try paging.response(store.users.map { $0.value(call.selector) }, hidesTotal: hidesTotals)
    }

    /// `GET /v1/users/{id}`: gets a user.
    func show(_ call: GarageCall) throws -> LoopbackServer.Response {
        guard let user = store.user(call.id) else { throw GarageError.recordNotFound }
        try call.require(scope: "public")
        try call.requireJSON()
        return .garage(user.value(call.selector))
    }

    /// `PUT` and `PATCH /v1/users/{id}`: change the name of the authenticated user.
    func update(_ call: GarageCall) throws -> LoopbackServer.Response {
        guard let name = call.parameters.text("name") else { throw GarageError.invalidParameter }
        guard let user = store.user(call.id) else { throw GarageError.recordNotFound }
        guard user.id == call.access.user else { throw GarageError.forbidden("write", on: "User") }
        try call.require(scope: "public")
        store.rename(user.id, to: name)
        return .status(.noContent)
    }
}
