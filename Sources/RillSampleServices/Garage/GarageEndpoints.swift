internal import Foundation
internal import RillHTTPTesting

/// The endpoints of the API, with their state.
struct GarageEndpoints: Sendable {
    let options: SampleGarage.Options
    let store: GarageStore
    let tokens: AccessTokens<Int>
    let codes = AuthorizationCodes()

    init(options: SampleGarage.Options) {
        self.options = options
        store = GarageStore(userCount: options.userCount)
        tokens = AccessTokens(options.tokens, user: 1, scopes: Self.defaultScopes, now: options.now)
    }

    // MARK: Users

    /// `GET /v1/users`: lists users page by page.
    func listUsers(_ call: GarageCall) throws -> LoopbackServer.Response {
        let paging = try GaragePaging(call.request.request)
        try call.requireJSON(scope: "public")
        return try paging.response(store.users.map { $0.value(call.selector) }, hidesTotal: options.hidesTotals)
    }

    /// `GET /v1/users/{id}`: gets a user.
    func showUser(_ call: GarageCall) throws -> LoopbackServer.Response {
        let user = try user(call)
        try call.requireJSON(scope: "public")
        return .garage(user.value(call.selector))
    }

    /// `PUT` and `PATCH /v1/users/{id}`: change the name of the authenticated user.
    func updateUser(_ call: GarageCall) throws -> LoopbackServer.Response {
        guard let name = call.parameters.text("name") else { throw GarageError.invalidParameter }
        let user = try user(call)
        guard user.id == call.access.user else { throw GarageError.forbidden("write", on: "User") }
        try call.require(scope: "public")
        store.rename(user.id, to: name)
        return .status(.noContent)
    }

    private func user(_ call: GarageCall) throws -> GarageUser {
        guard let user = store.user(call.id) else { throw GarageError.recordNotFound }
        return user
    }

    // MARK: Posts

    /// `GET /v1/posts`: lists all posts page by page.
    func listPosts(_ call: GarageCall) throws -> LoopbackServer.Response { try page(of: store.posts, call) }

    /// `GET /v1/users/{id}/posts`: lists the posts of a user page by page.
    func listPostsOfUser(_ call: GarageCall) throws -> LoopbackServer.Response {
        let user = try user(call)
        return try page(of: store.posts.filter { $0.userID == user.id }, call)
    }

    private func page(of posts: [GaragePost], _ call: GarageCall) throws -> LoopbackServer.Response {
        let paging = try GaragePaging(call.request.request)
        try call.requireJSON(scope: "public")
        return try paging.response(posts.map { value(of: $0, call) }, hidesTotal: options.hidesTotals)
    }

    /// `GET /v1/posts/{id}`: gets a post.
    ///
    /// Drafts are accessible only to their authors.
    func showPost(_ call: GarageCall) throws -> LoopbackServer.Response {
        let post = try post(call)
        guard post.publishedAt != nil || post.userID == call.access.user else {
            throw GarageError.forbidden("read", on: "Post")
        }
        try call.requireJSON(scope: "public")
        return .garage(value(of: post, call))
    }

    /// `POST /v1/posts`: creates a draft.
    func createPost(_ call: GarageCall) throws -> LoopbackServer.Response {
        // The application requires a title, which can be empty.
        guard let title = call.parameters.text("title") else { throw GarageError.invalidParameter }
        try call.parameters.check("body", allowsNull: true, allowsEmpty: true)
        try call.requireJSON(scope: "write_post")
        let post = store.addPost(title: title, body: call.parameters.text("body"), userID: call.access.user)
        return .garage(value(of: post, call), status: .created)
            .adding(.location, "\(call.request.serverURL)/v1/posts/\(post.id)")
    }

    /// `PUT` and `PATCH /v1/posts/{id}`: change the given properties.
    func updatePost(_ call: GarageCall) throws -> LoopbackServer.Response {
        let parameters = call.parameters
        try parameters.check("title", allowsNull: false, allowsEmpty: false)
        try parameters.check("body", allowsNull: true, allowsEmpty: true)
        try parameters.check("published_at", allowsNull: true, allowsEmpty: true)
        let post = try post(call)
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
    func deletePost(_ call: GarageCall) throws -> LoopbackServer.Response {
        let post = try post(call)
        try call.require(scope: "write_post")
        store.deletePost(post.id)
        return .status(.noContent)
    }

    private func post(_ call: GarageCall) throws -> GaragePost {
        guard let post = store.post(call.id) else { throw GarageError.recordNotFound }
        return post
    }

    private func value(of post: GaragePost, _ call: GarageCall) -> GarageValue {
        post.value(call.selector, author: store.user(post.userID))
    }
}
