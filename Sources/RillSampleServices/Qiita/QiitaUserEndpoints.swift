internal import RillHTTP
internal import RillHTTPTesting

/// The endpoints for users, and for the tags that they follow.
struct QiitaUserEndpoints: Sendable {
    let context: QiitaContext

    func add(to router: inout Router, at root: String) {
        router.get(root + "/users", items: QiitaContext.pageItems) { request in
            QiitaContext.page(of: QiitaUser.all, request) { context.state.json($0) }
        }
        router.get(root + "/users/{id}") { request in
            let id = request.parameter("id")
            guard let user = QiitaUser.all.first(where: { $0.id == id }) else {
                return QiitaErrorResponse.notFound.response
            }
            return .json(encoding: context.state.json(user))
        }
        router.get(root + "/users/{id}/following_tags", items: QiitaContext.pageItems) { request in
            let id = request.parameter("id")
            guard QiitaUser.all.contains(where: { $0.id == id }) else { return QiitaErrorResponse.notFound.response }
            let names = id == SampleQiita.userID ? context.state.followedTags : []
            let tags = names.compactMap { name in QiitaTag.byName.first { $0.id == name } }
            return QiitaContext.page(of: tags, request, json: \.self)
        }
        router.get(
            root + "/authenticated_user",
            context.authorized { _ in
                let limits: [String: JSONValue] = [
                    "image_monthly_upload_limit": 104_857_600, "image_monthly_upload_remaining": 104_857_500,
                ]
                return .json(encoding: context.state.json(QiitaUser.all[0]).merging(limits))
            })
    }
}
