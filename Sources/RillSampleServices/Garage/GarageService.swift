internal import RillHTTP
internal import RillHTTPTesting

/// What the application answers: who asks, and for what.
struct GarageService: Sendable {
    private typealias Endpoint = @Sendable (GarageCall) throws(GarageRefusal) -> LoopbackServer.Response

    private let router: Router

    init(options: SampleGarage.Options) {
        let store = GarageStore(userCount: options.userCount, postCount: options.postCount)
        let tokens = GarageTokens(options: options)
        let users = GarageUserEndpoints(store: store, hidesTotals: options.hidesTotals)
        let posts = GaragePostEndpoints(store: store, hidesTotals: options.hidesTotals)
        let oauth = GarageOAuthEndpoints(options: options, store: store, tokens: tokens)
        var router = Router()
        func on(_ methods: [HTTPRequest.Method], _ pattern: String, _ endpoint: @escaping Endpoint) {
            for method in methods {
                router.on(method, pattern) { request in
                    Self.response { () throws(GarageRefusal) in try endpoint(GarageCall(request, tokens)) }
                }
            }
            // Whoever asks for the head of what can be read is told that there is no body.
            guard methods == [.get] else { return }
            router.on(.head, pattern) { request in
                Self.response { () throws(GarageRefusal) in
                    _ = try GarageCall(request, tokens)
                    return .status(.noContent)
                }
            }
        }
        on([.get], "/v1/users") { (call) throws(GarageRefusal) in try users.list(call) }
        on([.get], "/v1/users/{id}") { (call) throws(GarageRefusal) in try users.show(call) }
        on([.put, .patch], "/v1/users/{id}") { (call) throws(GarageRefusal) in try users.update(call) }
        on([.get], "/v1/users/{id}/posts") { (call) throws(GarageRefusal) in try posts.listOfUser(call) }
        on([.get], "/v1/posts") { (call) throws(GarageRefusal) in try posts.list(call) }
        on([.post], "/v1/posts") { (call) throws(GarageRefusal) in try posts.create(call) }
        on([.get], "/v1/posts/{id}") { (call) throws(GarageRefusal) in try posts.show(call) }
        on([.put, .patch], "/v1/posts/{id}") { (call) throws(GarageRefusal) in try posts.update(call) }
        on([.delete], "/v1/posts/{id}") { (call) throws(GarageRefusal) in try posts.delete(call) }
        router.on(.post, "/oauth/token") { request in
            Self.response { () throws(GarageRefusal) in try oauth.token(request) }
        }
        router.on(.get, "/oauth/token/info") { request in
            Self.response { () throws(GarageRefusal) in try oauth.info(request) }
        }
        router.on(.post, "/oauth/revoke") { request in
            Self.response { () throws(GarageRefusal) in try oauth.revoke(request) }
        }
        self.router = router
    }

    /// Judges the path first: one that is not known is answered without asking who wants to know.
    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        router.route(request) ?? GarageRefusal.unknownPath.response
    }

    private static func response(
        _ body: () throws(GarageRefusal) -> LoopbackServer.Response
    ) -> LoopbackServer.Response {
        do {
            return try body()
        } catch {
            return error.response
        }
    }
}
