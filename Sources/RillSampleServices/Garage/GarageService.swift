internal import RillHTTP
internal import RillHTTPTesting

/// The API of the example application: authentication and routes.
struct GarageService: Sendable {
    private typealias Endpoint = @Sendable (GarageCall) throws(GarageErrorResponse) -> LoopbackServer.Response

    private let router: Router

    init(options: SampleGarage.Options) {
        let store = GarageStore(userCount: options.userCount)
        let tokens = GarageTokens(options: options)
        let users = GarageUserEndpoints(store: store, hidesTotals: options.hidesTotals)
        let posts = GaragePostEndpoints(store: store, hidesTotals: options.hidesTotals)
        let oauth = GarageOAuthEndpoints(options: options, store: store, tokens: tokens)
        var router = Router(
            Router.Rules(interprets: { Self.interprets($0) }) { GarageErrorResponse.notImplemented($0).response })
        func on(
            _ methods: [HTTPRequest.Method], _ pattern: String, items: Set<String> = ["fields"],
            _ endpoint: @escaping Endpoint
        ) {
            for method in methods {
                router.on(method, pattern, items: items) { request in
                    Self.response { () throws(GarageErrorResponse) in try endpoint(GarageCall(request, tokens)) }
                }
            }
            // `HEAD` requests for readable resources return status 204.
            guard methods == [.get] else { return }
            router.on(.head, pattern, items: items) { request in
                Self.response { () throws(GarageErrorResponse) in
                    _ = try GarageCall(request, tokens)
                    return .status(.noContent)
                }
            }
        }
        let list: Set = ["fields", "page", "per_page"]
        on([.get], "/v1/users", items: list) { (call) throws(GarageErrorResponse) in try users.list(call) }
        on([.get], "/v1/users/{id}") { (call) throws(GarageErrorResponse) in try users.show(call) }
        on([.put, .patch], "/v1/users/{id}") { (call) throws(GarageErrorResponse) in try users.update(call) }
        on([.get], "/v1/users/{id}/posts", items: list) { (call) throws(GarageErrorResponse) in
            try posts.listOfUser(call)
        }
        on([.get], "/v1/posts", items: list) { (call) throws(GarageErrorResponse) in try posts.list(call) }
        on([.post], "/v1/posts") { (call) throws(GarageErrorResponse) in try posts.create(call) }
        on([.get], "/v1/posts/{id}") { (call) throws(GarageErrorResponse) in try posts.show(call) }
        on([.put, .patch], "/v1/posts/{id}") { (call) throws(GarageErrorResponse) in try posts.update(call) }
        on([.delete], "/v1/posts/{id}") { (call) throws(GarageErrorResponse) in try posts.delete(call) }
        router.get("/oauth/authorize") { oauth.authorize($0) }
        router.on(.post, "/oauth/token") { request in
            Self.response { () throws(GarageErrorResponse) in try oauth.token(request) }
        }
        router.on(.get, "/oauth/token/info") { request in
            Self.response { () throws(GarageErrorResponse) in try oauth.info(request) }
        }
        router.on(.post, "/oauth/revoke") { request in
            Self.response { () throws(GarageErrorResponse) in try oauth.revoke(request) }
        }
        self.router = router
    }

    /// Checks the path before the token: unknown paths do not require authentication.
    func response(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        router.route(request) ?? GarageErrorResponse.unknownPath.response
    }

    /// Returns whether a server interprets a query item: for paging, for selecting fields, or, as `created.gte`, for
    /// filtering by date.
    private static func interprets(_ item: String) -> Bool {
        if ["fields", "page", "per_page"].contains(item) { return true }
        let parts = item.split(separator: ".")
        return parts.count > 1 && ["gt", "gte", "lt", "lte", "from", "to"].contains(parts[parts.count - 1])
    }

    private static func response(
        _ body: () throws(GarageErrorResponse) -> LoopbackServer.Response
    ) -> LoopbackServer.Response {
        do {
            return try body()
        } catch {
            return error.response
        }
    }
}
