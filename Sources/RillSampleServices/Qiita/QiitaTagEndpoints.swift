internal import RillHTTP
internal import RillHTTPTesting

/// The answers to requests for tags.
enum QiitaTagEndpoints {
    /// `GET /tags`: a page of the list.
    static func list(_ request: RoutedRequest) -> LoopbackServer.Response {
        guard let order = QiitaTagOrder(request.queryItem("sort")) else {
            return QiitaRefusal.badRequest("sort must be count or name").response
        }
        switch PageQuery.read(from: request, sizes: PageQuery.Sizes(fallback: 20, pages: 1...100, sizes: 1...100)) {
        case .failure(let problem):
            return QiitaRefusal.badRequest("\(problem)").response
        case .success(let query):
            let tags = order.tags
            return .json(encoding: Array(tags[query.range(of: tags.count)]))
                .adding(.link, query.links(total: tags.count, request: request).joined(separator: ", "))
                .adding(HTTPField.Name(literal: "Total-Count"), "\(tags.count)")
        }
    }

    /// `GET /tags/{id}`: one tag, by its name.
    static func show(_ request: RoutedRequest) -> LoopbackServer.Response {
        let id = request.parameter("id")
        guard let tag = QiitaTag.newestFirst.first(where: { $0.id == id }) else {
            return QiitaRefusal.notFound.response
        }
        return .json(encoding: tag)
    }
}

/// The orders in which the list can be had.
private enum QiitaTagOrder: String {
    case newest
    case count
    case name

    /// Reads the query's `sort`; its absence means the newest first.
    init?(_ sort: String?) {
        guard let sort else {
            self = .newest
            return
        }
        guard sort != Self.newest.rawValue else { return nil }
        self.init(rawValue: sort)
    }

    var tags: [QiitaTag] {
        switch self {
        case .newest: QiitaTag.newestFirst
        case .count: QiitaTag.byCount
        case .name: QiitaTag.byName
        }
    }
}
