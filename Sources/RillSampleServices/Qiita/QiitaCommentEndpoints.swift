internal import RillHTTP
internal import RillHTTPTesting

/// The endpoints for comments.
struct QiitaCommentEndpoints: Sendable {
    let context: QiitaContext

    private var state: QiitaState { context.state }

    func add(to router: inout Router, at root: String) {
        router.get(root + "/items/{id}/comments") { request in
            guard let item = state.item(request.parameter("id")) else { return QiitaErrorResponse.notFound.response }
            return .json(encoding: state.comments(on: item.id).map { state.json($0) })
        }
        router.on(.post, root + "/items/{id}/comments", context.authorized { create($0) })
        router.on(
            .delete, root + "/comments/{id}",
            context.authorized { request in
                guard let comment = state.comment(request.parameter("id")) else {
                    return QiitaErrorResponse.notFound.response
                }
                guard comment.userID == SampleQiita.userID else { return QiitaErrorResponse.forbidden.response }
                state.deleteComment(comment.id)
                return .status(.noContent)
            })
    }

    private func create(_ request: RoutedRequest) -> LoopbackServer.Response {
        guard let item = state.item(request.parameter("id")) else { return QiitaErrorResponse.notFound.response }
        guard let text = context.body(request, as: [String: String].self)?["body"], !text.isEmpty else {
            return QiitaErrorResponse.badRequest("body is required").response
        }
        return .json(encoding: state.json(state.createComment(text, on: item.id)), status: .created)
    }
}
