internal import Foundation
internal import RillHTTPTesting

extension QiitaEndpoints {
    /// Adds the endpoints for comments.
    func addComments(to router: inout Router) {
        router.get("/items/{id}/comments") { request in
            .json(.array(state.comments(on: try findItem(request).id).map { state.json($0) }))
        }
        router.on(.post, "/items/{id}/comments") { request in
            try requireToken(request)
            let itemID = try findItem(request).id
            let text = try text(request)
            let date = options.now()
            let comment = state.comments.add { number in
                QiitaComment(
                    id: QiitaItem.makeID("b", number), itemID: itemID, userID: SampleQiita.userID, text: text,
                    created: date, updated: date)
            }
            return .json(state.json(comment), status: .created)
        }
        router.get("/comments/{id}") { .json(state.json(try find($0) { state.comments[$0] })) }
        router.on(.patch, "/comments/{id}") { request in
            let comment = try findOwn(request, in: state.comments, author: \.userID)
            let text = try text(request)
            let date = options.now()
            let changed = state.comments.update(comment.id) { comment in
                comment.text = text
                comment.updated = date
            }
            guard let changed else { throw QiitaError.notFound }
            return .json(state.json(changed))
        }
        router.on(.delete, "/comments/{id}") { request in
            let id = try findOwn(request, in: state.comments, author: \.userID).id
            state.comments.removeAll { $0.id == id }
            return .status(.noContent)
        }
    }

    /// Returns the text in the body of a request that creates or changes a comment.
    private func text(_ request: RoutedRequest) throws -> String {
        guard let text = body(request, as: JSONValue.self)?["body"]?.stringValue, !text.isEmpty else {
            throw QiitaError.badRequest("body is required")
        }
        return text
    }

    /// Adds the endpoints for tags and users.
    func addTagsAndUsers(to router: inout Router) {
        router.get("/tags", items: Self.pageItems.union(["sort"])) { request in
            let tags =
                switch request.queryItem("sort") {
                case nil: QiitaTag.newestFirst
                case "count": QiitaTag.byCount
                case "name": QiitaTag.byName
                default: throw QiitaError.badRequest("sort must be count or name")
                }
            return try page(of: tags, request, json: \.json)
        }
        router.get("/tags/{id}") { .json(try find($0, QiitaTag.named).json) }
        router.get("/users", items: Self.pageItems) { try page(of: QiitaUser.all, $0) { state.json($0) } }
        router.get("/users/{id}") { .json(state.json(try find($0, QiitaUser.withID))) }
        router.get("/items/{id}/stockers", items: Self.pageItems) { request in
            try page(of: state.stockers(of: try findItem(request)), request) { state.json($0) }
        }
        router.get("/users/{id}/followees", items: Self.pageItems) { request in
            try page(of: state.followees(of: try find(request, QiitaUser.withID)), request) { state.json($0) }
        }
        router.get("/users/{id}/followers", items: Self.pageItems) { request in
            try page(of: state.followers(of: try find(request, QiitaUser.withID)), request) { state.json($0) }
        }
        router.get("/users/{id}/following_tags", items: Self.pageItems) { request in
            let user = try find(request, QiitaUser.withID)
            let names = user.id == SampleQiita.userID ? state.followedTags : []
            return try page(of: names.compactMap(QiitaTag.named), request, json: \.json)
        }
        router.get("/authenticated_user") { request in
            try requireToken(request)
            return .json(
                state.json(QiitaUser.all[0]).merging([
                    "image_monthly_upload_limit": 104_857_600, "image_monthly_upload_remaining": 104_857_500,
                ]))
        }
    }

    /// Adds the endpoints for stocks, likes and followings, each of which either exists or does not.
    func addRelations(to router: inout Router) {
        for kind in ["stock", "like"] { addRelation("items", kind, to: &router) { state.items[$0] != nil } }
        addRelation("tags", "following", to: &router) { QiitaTag.named($0) != nil }
        addRelation("users", "following", to: &router) { QiitaUser.withID($0) != nil }
    }

    private func addRelation(
        _ collection: String, _ kind: String, to router: inout Router, exists: @escaping @Sendable (String) -> Bool
    ) {
        for method in [HTTPRequest.Method.get, .put, .delete] {
            router.on(method, "/\(collection)/{id}/\(kind)") { request in
                try requireToken(request)
                let id = request.parameter("id")
                let path = "/\(collection)/\(id)/\(kind)"
                guard method == .get ? state.hasRelation(path) : exists(id) else { throw QiitaError.notFound }
                if method == .put { state.relations.add { _ in QiitaRelation(id: path) } }
                if method == .delete { state.relations.removeAll { $0.id == path } }
                return .status(.noContent)
            }
        }
    }

    // MARK: OAuth

    private static let scopes: Set<String> = ["read_qiita", "write_qiita", "read_qiita_team", "write_qiita_team"]

    /// Adds the endpoints that authorize applications, and that issue and revoke access tokens.
    func addOAuth(to router: inout Router) {
        // Redirects with a code, as if the user had approved the request.
        router.get("/oauth/authorize") { request in
            let scopes = request.request.words("scope")
            guard let id = request.queryItem("client_id"), options.applications[id] != nil, !scopes.isEmpty,
                Self.scopes.isSuperset(of: scopes)
            else { throw QiitaError.badRequest("Bad request") }
            let grant = AuthorizationCodes.Grant(
                clientID: id, redirectURI: options.redirectURL, challenge: nil, scopes: scopes,
                expires: options.now() + 600)
            return codes.redirect(grant, state: request.queryItem("state"))
        }
        router.on(.post, "/access_tokens") { request in
            let body = body(request, as: JSONValue.self)
            guard let id = body?["client_id"]?.stringValue, let secret = body?["client_secret"]?.stringValue,
                let code = body?["code"]?.stringValue
            else { throw QiitaError.badRequest("Bad request") }
            guard options.applications[id] == secret,
                let grant = codes.redeem(
                    code, clientID: id, redirectURI: options.redirectURL, verifier: nil, now: options.now())
            else { throw QiitaError.forbidden }
            let access = tokens.issue(to: SampleQiita.userID, id, grant.scopes, lifetime: nil, isRefreshable: false)
            return .json(
                ["client_id": .string(id), "scopes": .strings(access.scopes), "token": .string(access.token)],
                status: .created)
        }
        router.on(.delete, "/access_tokens/{token}") { request in
            guard tokens.revoke(request.parameter("token")) else { throw QiitaError.notFound }
            return .status(.noContent)
        }
    }
}
