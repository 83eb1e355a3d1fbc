internal import RillHTTP
internal import RillHTTPTesting

/// The API of the example application: authentication and routes.
struct GarageService: Sendable {
    private let router: Router

    init(options: SampleGarage.Options) {
        let store = GarageStore(userCount: options.userCount)
        let tokens = AccessTokens(
            options.tokens, user: 1, scopes: GarageOAuthEndpoints.defaultScopes, now: options.now)
        let users = GarageUserEndpoints(store: store, hidesTotals: options.hidesTotals)
        let posts = GaragePostEndpoints(store: store, hidesTotals: options.hidesTotals)
        let oauth = GarageOAuthEndpoints(options: options, store: store, tokens: tokens)
        var router = Router(
            Router.Rules(interprets: { Self.interprets($0) }, notImplemented: GarageError.notImplemented))
        func on(
            _ methods: [HTTPRequest.Method], _ pattern: String, items: Set<String> = ["fields"],
            _ endpoint: @escaping @Sendable (GarageCall) throws -> LoopbackServer.Response
        ) {
            for method in methods {
                router.on(method, pattern, items: items) { try endpoint(GarageCall($0, tokens)) }
            }
            // `HEAD` requests for readable resources return status 204.
            guard methods == [.get] else { return }
            router.on(.head, pattern, items: items) { request in
                _ = try GarageCall(request, tokens)
                return .status(.noContent)
            }
        }
        let list: Set = ["fields", "page", "per_page"]
        on([.get], "/v1/users", items: list) { try users.list($0) }
        on([.get], "/v1/users/{id}") { try users.show($0) }
        on([.put, .patch], "/v1/users/{id}") { try users.update($0) }
        on([.get], "/v1/users/{id}/posts", items: list) { try posts.listOfUser($0) }
        on([.get], "/v1/posts", items: list) { try posts.list($0) }
        on([.post], "/v1/posts") { try posts.create($0) }
        on([.get], "/v1/posts/{id}") { try posts.show($0) }
        on([.put, .patch], "/v1/posts/{id}") { try posts.update($0) }
        on([.delete], "/v1/posts/{id}") { try posts.delete($0) }
        router.get("/oauth/authorize") { oauth.authorize($0) }
        router.on(.post, "/oauth/token") { try oauth.token($0) }
        router.get("/oauth/token/info") { try oauth.info($0) }
        router.on(.post, "/oauth/revoke") { try oauth.revoke($0) }
        self.router = router
    }

    /// Checks the path before the token: unknown paths do not require authentication.
    func response(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        router.route(request) ?? GarageError.unknownPath.response
    }

    /// Returns whether a server interprets a query item: for paging, for selecting fields, or, as `created.gte`, for
    /// filtering by date.
    private static func interprets(_ item: String) -> Bool {
        if ["fields", "page", "per_page"].contains(item) { return true }
        let parts = item.split(separator: ".")
        return parts.count > 1 && ["gt", "gte", "lt", "lte", "from", "to"].contains(parts[parts.count - 1])
    }
}
