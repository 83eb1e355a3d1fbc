internal import RillHTTP
internal import RillHTTPTesting

/// The answers to requests for users.
struct GarageUserEndpoints: Sendable {
    let store: GarageStore
    let hidesTotals: Bool

    /// `GET /v1/users`: a page of the list.
    func list(_ call: GarageCall) throws(GarageRefusal) -> LoopbackServer.Response {
        let paging = try GaragePaging(call.request.request)
        try call.require(scope: "public")
        try call.requireJSON()
        return try paging.response(store.users.map { $0.value(call.selector) }, hidesTotal: hidesTotals)
    }

    /// `GET /v1/users/{id}`: one user.
    func show(_ call: GarageCall) throws(GarageRefusal) -> LoopbackServer.Response {
        guard let user = store.user(call.id) else { throw .noSuchRecord }
        try call.require(scope: "public")
        try call.requireJSON()
        return .garage(user.value(call.selector))
    }

    /// `PUT` and `PATCH /v1/users/{id}`: another name, for oneself.
    func update(_ call: GarageCall) throws(GarageRefusal) -> LoopbackServer.Response {
        guard let name = call.parameters.text("name") else { throw .invalidParameter }
        guard let user = store.user(call.id) else { throw .noSuchRecord }
        guard user.id == call.access.userID else { throw .forbidden("write", on: "User") }
        try call.require(scope: "public")
        store.rename(user.id, to: name)
        return .status(.noContent)
    }
}
