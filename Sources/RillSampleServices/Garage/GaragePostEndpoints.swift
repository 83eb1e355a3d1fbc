internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// The endpoints for posts.
struct GaragePostEndpoints: Sendable {
    let store: GarageStore
    let hidesTotals: Bool

    /// `GET /v1/posts`: lists all posts page by page.
    func list(_ call: GarageCall) throws -> LoopbackServer.Response {
        try page(of: store.posts, call)
    }

    /// `GET /v1/users/{id}/posts`: lists the posts of a user page by page.
    func listOfUser(_ call: GarageCall) throws -> LoopbackServer.Response {
        guard let user = store.user(call.id) else { throw GarageError.recordNotFound }
        return try page(of: store.posts.filter { $0.userID == user.id }, call)
    }

    private func page(of posts: [GaragePost], _ call: GarageCall) throws -> LoopbackServer.Response {
        let paging = try GaragePaging(call.request.request)
        try call.require(scope: "public")
        try call.requireJSON()
        return try paging.response(posts.map { value(of: $0, call) }, hidesTotal: hidesTotals)
    }

    /// `GET /v1/posts/{id}`: gets a post.
    ///
    /// Drafts are accessible only to their authors.
    func show(_ call: GarageCall) throws -> LoopbackServer.Response {
        guard let post = store.post(call.id) else { throw GarageError.recordNotFound }
        guard post.publishedAt != nil || post.userID == call.access.user else {
            throw GarageError.forbidden("read", on: "Post")
        }
        try call.require(scope: "public")
        try call.requireJSON()
        return .garage(value(of: post, call))
    }

    /// `POST /v1/posts`: creates a draft.
    func create(_ call: GarageCall) throws -> LoopbackServer.Response {
        // The application requires a title, which can be empty.
        guard let title = call.parameters.text("title") else { throw GarageError.invalidParameter }
        try call.parameters.check("body", allowsNull: true, allowsEmpty: true)
        try call.require(scope: "write_post")
        try call.requireJSON()
        let post = store.addPost(title: title, body: call.parameters.text("body"), userID: call.access.user)
        return .garage(value(of: post, call), status: .created)
            .adding(.location, "\(call.request.serverURL)/v1/posts/\(post.id)")
    }

    /// `PUT` and `PATCH /v1/posts/{id}`: change the given properties.
    func update(_ call: GarageCall) throws -> LoopbackServer.Response {
        let parameters = call.parameters
        try parameters.check("title", allowsNull: false, allowsEmpty: false)
        try parameters.check("body", allowsNull: true, allowsEmpty: true)
        try parameters.check("published_at", allowsNull: true, allowsEmpty: true)
        guard let post = store.post(call.id) else { throw GarageError.recordNotFound }
        try call.require(scope: "write_post")
        store.changePost(post.id) { post in
            if let title = parameters.text("title") { post.title = title }
            if parameters["body"] != nil { post.body = parameters.text("body") }
            if parameters["published_at"] != nil {
                // An invalid date removes the publication date.
                post.publishedAt = parameters.text("published_at").flatMap { try? DateText.parse($0) }
            }
        }
        return .status(.noContent)
    }

    /// `DELETE /v1/posts/{id}`: deletes a post.
    func delete(_ call: GarageCall) throws -> LoopbackServer.Response {
        guard let post = store.post(call.id) else { throw GarageError.recordNotFound }
        try call.require(scope: "write_post")
        store.deletePost(post.id)
        return .status(.noContent)
    }

    private func value(of post: GaragePost, _ call: GarageCall) -> GarageValue {
        post.value(call.selector, author: store.user(post.userID))
    }
}
