internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// The answers to requests for posts.
struct GaragePostEndpoints: Sendable {
    let store: GarageStore
    let hidesTotals: Bool

    /// `GET /v1/posts`: a page of the list of all.
    func list(_ call: GarageCall) throws(GarageRefusal) -> LoopbackServer.Response {
        try page(of: store.posts, call)
    }

    /// `GET /v1/users/{id}/posts`: a page of the list of a user's.
    func listOfUser(_ call: GarageCall) throws(GarageRefusal) -> LoopbackServer.Response {
        guard let user = store.user(call.id) else { throw .noSuchRecord }
        return try page(of: store.posts.filter { $0.userID == user.id }, call)
    }

    private func page(of posts: [GaragePost], _ call: GarageCall) throws(GarageRefusal) -> LoopbackServer.Response {
        let paging = try GaragePaging(call.request.request)
        try call.require(scope: "public")
        try call.requireJSON()
        return try paging.response(posts.map { value(of: $0, call) }, hidesTotal: hidesTotals)
    }

    /// `GET /v1/posts/{id}`: one post, unless it is the draft of somebody else.
    func show(_ call: GarageCall) throws(GarageRefusal) -> LoopbackServer.Response {
        guard let post = store.post(call.id) else { throw .noSuchRecord }
        guard post.publishedAt != nil || post.userID == call.access.userID else { throw .forbidden("read", on: "Post") }
        try call.require(scope: "public")
        try call.requireJSON()
        return .garage(value(of: post, call))
    }

    /// `POST /v1/posts`: a new draft.
    func create(_ call: GarageCall) throws(GarageRefusal) -> LoopbackServer.Response {
        // The application requires a title, and accepts an empty one.
        guard let title = call.parameters.text("title") else { throw .invalidParameter }
        try call.parameters.check("body", allowsNull: true, allowsEmpty: true)
        try call.require(scope: "write_post")
        try call.requireJSON()
        let post = store.addPost(title: title, body: call.parameters.text("body"), userID: call.access.userID)
        let host = call.request.request.fields[.host] ?? "127.0.0.1"
        return .garage(value(of: post, call), status: .created)
            .adding(.location, "http://\(host)/v1/posts/\(post.id)")
    }

    /// `PUT` and `PATCH /v1/posts/{id}`: changes to what is named.
    func update(_ call: GarageCall) throws(GarageRefusal) -> LoopbackServer.Response {
        let parameters = call.parameters
        try parameters.check("title", allowsNull: false, allowsEmpty: false)
        try parameters.check("body", allowsNull: true, allowsEmpty: true)
        try parameters.check("published_at", allowsNull: true, allowsEmpty: true)
        guard let post = store.post(call.id) else { throw .noSuchRecord }
        try call.require(scope: "write_post")
        store.changePost(post.id) { post in
            if let title = parameters.text("title") { post.title = title }
            if parameters["body"] != nil { post.body = parameters.text("body") }
            if parameters["published_at"] != nil {
                // What is no date is none.
                post.publishedAt = parameters.text("published_at").flatMap { try? DateText.parse($0) }
            }
        }
        return .status(.noContent)
    }

    /// `DELETE /v1/posts/{id}`: ends a post.
    func delete(_ call: GarageCall) throws(GarageRefusal) -> LoopbackServer.Response {
        guard let post = store.post(call.id) else { throw .noSuchRecord }
        try call.require(scope: "write_post")
        store.deletePost(post.id)
        return .status(.noContent)
    }

    private func value(of post: GaragePost, _ call: GarageCall) -> GarageValue {
        post.value(call.selector, author: store.user(post.userID))
    }
}
