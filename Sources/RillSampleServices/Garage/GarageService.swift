internal import RillHTTPTesting

/// The API of the example application: authentication and routes.
struct GarageService: Sendable {
    private let router: Router

    init(options: SampleGarage.Options) {
        let endpoints = GarageEndpoints(options: options)
        var router = Router(
            Router.Rules(interprets: { Self.interprets($0) }, notImplemented: GarageError.notImplemented))
        func on(
            _ methods: [HTTPRequest.Method], _ pattern: String, items: Set<String> = ["fields"],
            _ endpoint: @escaping @Sendable (GarageCall) throws -> LoopbackServer.Response
        ) {
            for method in methods {
                router.on(method, pattern, items: items) { try endpoint(GarageCall($0, endpoints.tokens)) }
            }
            // `HEAD` requests for readable resources return status 204.
            guard methods == [.get] else { return }
            router.on(.head, pattern, items: items) { request in
                _ = try GarageCall(request, endpoints.tokens)
                return .status(.noContent)
            }
        }
        let list: Set = ["fields", "page", "per_page"]
        on([.get], "/v1/users", items: list) { try endpoints.listUsers($0) }
        on([.get], "/v1/users/{id}") { try endpoints.showUser($0) }
        on([.put, .patch], "/v1/users/{id}") { try endpoints.updateUser($0) }
        on([.get], "/v1/users/{id}/posts", items: list) { try endpoints.listPostsOfUser($0) }
        on([.get], "/v1/posts", items: list) { try endpoints.listPosts($0) }
        on([.post], "/v1/posts") { try endpoints.createPost($0) }
        on([.get], "/v1/posts/{id}") { try endpoints.showPost($0) }
        on([.put, .patch], "/v1/posts/{id}") { try endpoints.updatePost($0) }
        on([.delete], "/v1/posts/{id}") { try endpoints.deletePost($0) }
        router.get("/oauth/authorize") { endpoints.authorize($0) }
        router.on(.post, "/oauth/token") { try endpoints.issueToken($0) }
        router.get("/oauth/token/info") { try endpoints.tokenInformation($0) }
        router.on(.post, "/oauth/revoke") { try endpoints.revokeToken($0) }
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
