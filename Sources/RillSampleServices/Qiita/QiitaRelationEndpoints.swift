internal import RillHTTP
internal import RillHTTPTesting

/// The endpoints for stocks, likes and followings, each of which either exists or does not.
struct QiitaRelationEndpoints: Sendable {
    let context: QiitaContext

    func add(to router: inout Router, at root: String) {
        for kind in ["stock", "like"] {
            add(to: &router, at: root, "items", kind) { id in context.state.item(id) != nil }
        }
        add(to: &router, at: root, "tags", "following") { id in QiitaTag.byName.contains { $0.id == id } }
        add(to: &router, at: root, "users", "following") { id in QiitaUser.all.contains { $0.id == id } }
    }

    private func add(
        to router: inout Router, at root: String, _ collection: String, _ kind: String,
        exists: @escaping @Sendable (String) -> Bool
    ) {
        let state = context.state
        let pattern = "\(root)/\(collection)/{id}/\(kind)"
        @Sendable func path(_ request: RoutedRequest) -> String { "/\(collection)/\(request.parameter("id"))/\(kind)" }
        router.get(
            pattern,
            context.authorized { request in
                state.hasRelation(path(request)) ? .status(.noContent) : QiitaErrorResponse.notFound.response
            })
        router.on(
            .put, pattern,
            context.authorized { request in
                guard exists(request.parameter("id")) else { return QiitaErrorResponse.notFound.response }
                state.addRelation(path(request))
                return .status(.noContent)
            })
        router.on(
            .delete, pattern,
            context.authorized { request in
                guard exists(request.parameter("id")) else { return QiitaErrorResponse.notFound.response }
                state.removeRelation(path(request))
                return .status(.noContent)
            })
    }
}
