internal import RillHTTPTesting

/// The endpoints of the API, with their state.
struct GarageEndpoints: Sendable {
    let options: SampleGarage.Options
    let users: Records<GarageUser>
    let posts: Records<GaragePost>
    let tokens: AccessTokens<Int>
    let codes = AuthorizationCodes()

    init(options: SampleGarage.Options) {
        self.options = options
        users = Records(GarageUser.make(count: options.userCount))
        posts = Records(GaragePost.make(count: 60, users: users.all.count))
        tokens = AccessTokens(options.tokens, user: 1, scopes: Self.defaultScopes, now: options.now)
    }

    // MARK: Users

    /// `GET /v1/users`: lists users page by page.
    func listUsers(_ call: GarageCall) throws -> LoopbackServer.Response {
        try page(of: users.all, call) { $0.value(call.selector) }
    }

    /// `GET /v1/users/{id}`: gets a user.
    func showUser(_ call: GarageCall) throws -> LoopbackServer.Response {
        let user = try record(in: users, call)
        try call.requireJSON(scope: "public")
        return .garage(user.value(call.selector))
    }

    /// `PUT` and `PATCH /v1/users/{id}`: change the name of the authenticated user.
    func updateUser(_ call: GarageCall) throws -> LoopbackServer.Response {
        guard let name = call.parameters.text("name") else { throw GarageError.invalidParameter }
        let user = try record(in: users, call)
        guard user.id == call.access.user else { throw GarageError.forbidden("write", on: "User") }
        try call.require(scope: "public")
        users.update(user.id) { $0.name = name }
        return .status(.noContent)
    }

    // MARK: Posts

    /// `GET /v1/posts`: lists all posts page by page.
    func listPosts(_ call: GarageCall) throws -> LoopbackServer.Response {
        try page(of: posts.all, call) { value(of: $0, call) }
    }

    /// `GET /v1/users/{id}/posts`: lists the posts of a user page by page.
    func listPostsOfUser(_ call: GarageCall) throws -> LoopbackServer.Response {
        let user = try record(in: users, call)
        return try page(of: posts.all.filter { $0.userID == user.id }, call) { value(of: $0, call) }
    }

    /// `GET /v1/posts/{id}`: gets a post.
    ///
    /// Drafts are accessible only to their authors.
    func showPost(_ call: GarageCall) throws -> LoopbackServer.Response {
        let post = try record(in: posts, call)
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
        let post = posts.add { number in
            GaragePost(
                id: number, title: title, body: call.parameters.text("body"), publishedAt: nil,
                userID: call.access.user)
        }
        return .garage(value(of: post, call), status: .created)
            .adding(.location, "\(call.request.serverURL)/v1/posts/\(post.id)")
    }

    /// `PUT` and `PATCH /v1/posts/{id}`: change the given properties.
    func updatePost(_ call: GarageCall) throws -> LoopbackServer.Response {
        let parameters = call.parameters
        try parameters.check("title", allowsNull: false, allowsEmpty: false)
        try parameters.check("body", allowsNull: true, allowsEmpty: true)
        try parameters.check("published_at", allowsNull: true, allowsEmpty: true)
        let post = try record(in: posts, call)
        try call.require(scope: "write_post")
        posts.update(post.id) { post in
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
        let post = try record(in: posts, call)
        try call.require(scope: "write_post")
        posts.removeAll { $0.id == post.id }
        return .status(.noContent)
    }

    private func value(of post: GaragePost, _ call: GarageCall) -> GarageValue {
        post.value(call.selector, author: post.userID.flatMap { users[$0] })
    }

    // MARK: Records

    /// Returns the record with the ID in the path.
    private func record<Record: Identifiable>(in records: Records<Record>, _ call: GarageCall) throws -> Record
    where Record.ID == Int {
        guard let record = call.id.flatMap({ records[$0] }) else { throw GarageError.recordNotFound }
        return record
    }

    /// Returns the requested page of a list.
    private func page<Record>(
        of records: [Record], _ call: GarageCall, value: (Record) -> GarageValue
    ) throws -> LoopbackServer.Response {
        let paging = try GaragePaging(call.request.request)
        try call.requireJSON(scope: "public")
        return try paging.response(records.map(value), hidesTotal: options.hidesTotals)
    }
}
