internal import RillHTTP
internal import RillHTTPTesting

/// The endpoints for items.
struct QiitaItemEndpoints: Sendable {
    let context: QiitaContext

    private var state: QiitaState { context.state }

    func add(to router: inout Router, at root: String) {
        router.get(root + "/items", items: QiitaContext.pageItems.union(["query"])) { request in
            let text = request.queryItem("query") ?? ""
            guard let search = QiitaSearch(text) else {
                return QiitaErrorResponse.badRequest("unsupported query: \(text)").response
            }
            return list(request) { search.matches($0, stocks: state.stocksCount(of: $0)) }
        }
        router.get(root + "/items/{id}") { request in
            guard let item = state.item(request.parameter("id")) else { return QiitaErrorResponse.notFound.response }
            return .json(encoding: state.json(item, for: context.userID(request)))
        }
        router.get(root + "/tags/{id}/items", items: QiitaContext.pageItems) { request in
            let id = request.parameter("id")
            guard QiitaTag.byName.contains(where: { $0.id == id }) else { return QiitaErrorResponse.notFound.response }
            return list(request) { $0.tags.contains { $0.name == id } }
        }
        router.get(root + "/users/{id}/items", items: QiitaContext.pageItems) { request in
            let id = request.parameter("id")
            guard QiitaUser.all.contains(where: { $0.id == id }) else { return QiitaErrorResponse.notFound.response }
            return list(request) { $0.userID == id }
        }
        router.get(root + "/users/{id}/stocks", items: QiitaContext.pageItems) { stocks($0) }
        router.get(
            root + "/authenticated_user/items", items: QiitaContext.pageItems,
            context.authorized { request in
                QiitaContext.page(of: state.items { $0.userID == SampleQiita.userID }, request) {
                    state.json($0, for: SampleQiita.userID)
                }
            })
        router.on(.post, root + "/items", context.authorized { create($0) })
        router.on(.patch, root + "/items/{id}", context.authorized { request in own(request) { update($0, request) } })
        router.on(
            .delete, root + "/items/{id}",
            context.authorized { request in
                own(request) { item in
                    state.deleteItem(item.id)
                    return .status(.noContent)
                }
            })
    }

    private func list(
        _ request: RoutedRequest, _ isIncluded: (QiitaItem) -> Bool
    ) -> LoopbackServer.Response {
        QiitaContext.page(of: state.items { !$0.isPrivate && isIncluded($0) }, request) {
            state.json($0, for: context.userID(request))
        }
    }

    private func stocks(_ request: RoutedRequest) -> LoopbackServer.Response {
        let id = request.parameter("id")
        guard QiitaUser.all.contains(where: { $0.id == id }) else { return QiitaErrorResponse.notFound.response }
        let items = id == SampleQiita.userID ? state.stockedItems.compactMap { state.item($0) } : []
        return QiitaContext.page(of: items, request) { state.json($0, for: context.userID(request)) }
    }

    /// The properties of a created or changed item.
    private struct Draft: Decodable {
        let title: String?
        let body: String?
        let tags: [QiitaTagging]?
        let `private`: Bool?

        /// The member that the sample server does not implement, or `nil` if there is none.
        let unimplementedMember: String?

        private enum CodingKeys: String, CodingKey {
            case title, body, tags
            case `private`
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            title = try values.decodeIfPresent(String.self, forKey: .title)
            body = try values.decodeIfPresent(String.self, forKey: .body)
            tags = try values.decodeIfPresent([QiitaTagging].self, forKey: .tags)
            `private` = try values.decodeIfPresent(Bool.self, forKey: .private)
            let members = try decoder.singleValueContainer().decode([String: JSONValue].self)
            unimplementedMember = [
                "coediting", "gist", "group_url_name", "organization_url_name", "slide", "tweet",
            ].first { ![.null, false].contains(members[$0] ?? .null) }
        }

        /// The reason why Qiita rejects the draft, or `nil` if it is valid.
        var problem: String? {
            if title?.isEmpty == true { return "title must not be empty" }
            if body?.isEmpty == true { return "body must not be empty" }
            if let tags, !(1...5).contains(tags.count) { return "tags must have 1 to 5 elements" }
            return nil
        }
    }

    private func create(_ request: RoutedRequest) -> LoopbackServer.Response {
        guard let draft = context.body(request, as: Draft.self), let title = draft.title, let text = draft.body,
            let tags = draft.tags
        else { return QiitaErrorResponse.badRequest("title, body and tags are required").response }
        if let member = draft.unimplementedMember { return QiitaErrorResponse.notImplemented(member).response }
        if let problem = draft.problem { return QiitaErrorResponse.badRequest(problem).response }
        let item = state.createItem(title: title, text: text, tags: tags, isPrivate: draft.private ?? false)
        return .json(encoding: state.json(item, for: SampleQiita.userID), status: .created)
    }

    private func update(_ item: QiitaItem, _ request: RoutedRequest) -> LoopbackServer.Response {
        guard let draft = context.body(request, as: Draft.self) else {
            return QiitaErrorResponse.badRequest("the body is not a JSON object").response
        }
        if let member = draft.unimplementedMember { return QiitaErrorResponse.notImplemented(member).response }
        if let problem = draft.problem { return QiitaErrorResponse.badRequest(problem).response }
        let changed = state.updateItem(item.id) { item in
            item.title = draft.title ?? item.title
            item.text = draft.body ?? item.text
            item.tags = draft.tags ?? item.tags
            item.isPrivate = draft.private ?? item.isPrivate
        }
        guard let changed else { return QiitaErrorResponse.notFound.response }
        return .json(encoding: state.json(changed, for: SampleQiita.userID))
    }

    /// Calls a closure with the item in the path if it belongs to the authenticated user.
    private func own(
        _ request: RoutedRequest, _ body: (QiitaItem) -> LoopbackServer.Response
    ) -> LoopbackServer.Response {
        guard let item = state.item(request.parameter("id")) else { return QiitaErrorResponse.notFound.response }
        return item.userID == SampleQiita.userID ? body(item) : QiitaErrorResponse.forbidden.response
    }
}
