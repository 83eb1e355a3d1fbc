internal import RillHTTPTesting

extension QiitaEndpoints {
    /// Adds the endpoints for items.
    func addItems(to router: inout Router) {
        router.get("/items", items: Self.pageItems.union(["query"])) { request in
            let text = request.queryItem("query") ?? ""
            guard let search = QiitaSearch(text) else { throw QiitaError.badRequest("unsupported query: \(text)") }
            return try list(request) { search.matches($0, stocks: state.stocksCount(of: $0)) }
        }
        router.get("/items/{id}") { .json(state.json(try findItem($0), for: userID($0))) }
        router.get("/tags/{id}/items", items: Self.pageItems) { request in
            let tag = try find(request, QiitaTag.named)
            return try list(request) { $0.tags.contains { $0.name == tag.id } }
        }
        router.get("/users/{id}/items", items: Self.pageItems) { request in
            let user = try find(request, QiitaUser.withID)
            return try list(request) { $0.userID == user.id }
        }
        router.get("/users/{id}/stocks", items: Self.pageItems) { request in
            let user = try find(request, QiitaUser.withID)
            let items = user.id == SampleQiita.userID ? state.stockedItems.compactMap { state.items[$0] } : []
            return try page(of: items, request) { state.json($0, for: userID(request)) }
        }
        router.get("/authenticated_user/items", items: Self.pageItems) { request in
            try requireToken(request)
            return try page(of: state.items { $0.userID == SampleQiita.userID }, request) {
                state.json($0, for: SampleQiita.userID)
            }
        }
        router.on(.post, "/items") { try create($0) }
        router.on(.patch, "/items/{id}") { try update($0) }
        router.on(.delete, "/items/{id}") { request in
            state.deleteItem(try findOwn(request, in: state.items, author: \.userID).id)
            return .status(.noContent)
        }
    }

    private func list(_ request: RoutedRequest, _ isIncluded: (QiitaItem) -> Bool) throws -> LoopbackServer.Response {
        try page(of: state.items { !$0.isPrivate && isIncluded($0) }, request) {
            state.json($0, for: userID(request))
        }
    }

    /// The properties of a created or changed item.
    private struct Draft: Decodable {
        let title: String?
        let body: String?
        let tags: [QiitaTagging]?
        let `private`: Bool?
    }

    /// Returns the draft in the body, unless Qiita rejects it or it has a member that the sample server does not implement.
    private func draft(_ request: RoutedRequest, orError message: String, isComplete: Bool = false) throws -> Draft {
        guard let draft = body(request, as: Draft.self), let members = body(request, as: JSONValue.self) else {
            throw QiitaError.badRequest(message)
        }
        if isComplete, draft.title == nil || draft.body == nil || draft.tags == nil {
            throw QiitaError.badRequest(message)
        }
        let unimplemented = ["coediting", "gist", "group_url_name", "organization_url_name", "slide", "tweet"]
        if let member = unimplemented.first(where: { ![nil, .null, false].contains(members[$0]) }) {
            throw QiitaError.notImplemented(member)
        }
        if draft.title?.isEmpty == true { throw QiitaError.badRequest("title must not be empty") }
        if draft.body?.isEmpty == true { throw QiitaError.badRequest("body must not be empty") }
        if let tags = draft.tags, !(1...5).contains(tags.count) {
            throw QiitaError.badRequest("tags must have 1 to 5 elements")
        }
        return draft
    }

    private func create(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        try requireToken(request)
        let message = "title, body and tags are required"
        let draft = try draft(request, orError: message, isComplete: true)
        guard let title = draft.title, let text = draft.body, let tags = draft.tags else {
            throw QiitaError.badRequest(message)
        }
        let date = options.now()
        let item = state.items.add { number in
            QiitaItem(
                id: QiitaItem.makeID("a", number), title: title, text: text, tags: tags,
                isPrivate: draft.private ?? false, userID: SampleQiita.userID, created: date, updated: date)
        }
        return .json(state.json(item, for: SampleQiita.userID), status: .created)
    }

    private func update(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        let item = try findOwn(request, in: state.items, author: \.userID)
        let draft = try draft(request, orError: "the body is not a JSON object")
        let date = options.now()
        let changed = state.items.update(item.id) { item in
            item.title = draft.title ?? item.title
            item.text = draft.body ?? item.text
            item.tags = draft.tags ?? item.tags
            item.isPrivate = draft.private ?? item.isPrivate
            item.updated = date
        }
        guard let changed else { throw QiitaError.notFound }
        return .json(state.json(changed, for: SampleQiita.userID))
    }
}
