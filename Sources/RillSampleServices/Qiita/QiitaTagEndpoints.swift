internal import RillHTTPTesting

/// The endpoints for tags.
enum QiitaTagEndpoints {
    /// `GET /tags`: lists tags page by page.
    static func list(_ request: RoutedRequest) -> LoopbackServer.Response {
        guard let order = QiitaTagOrder(request.queryItem("sort")) else {
            return QiitaErrorResponse.badRequest("sort must be count or name").response
        }
        return QiitaContext.page(of: order.tags, request, json: \.self)
    }

    /// `GET /tags/{id}`: gets a tag by its name.
    static func show(_ request: RoutedRequest) -> LoopbackServer.Response {
        let id = request.parameter("id")
        guard let tag = QiitaTag.newestFirst.first(where: { $0.id == id }) else {
            return QiitaErrorResponse.notFound.response
        }
        return .json(encoding: tag)
    }
}

/// The sort orders of the list.
private enum QiitaTagOrder: String {
    case newest
    case count
    case name

    /// Parses the query parameter `sort`.
    ///
    /// Without it, the newest tags come first.
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
