internal import RillHTTP

extension ResponseParser {
    /// Reads a page of a search, with the rate limit from the head.
    static func searchPage<Item: Decodable>() -> ResponseParser where Output == SearchPage<Item> {
        ResponseParser.json.withHead.map { page, head in
            var page = page
            page.rateLimit = RateLimit(head.headerFields)
            return page
        }
    }

    /// Reads a page of a list, with the rate limit from the head.
    static func listPage<Item: Decodable>() -> ResponseParser where Output == ListPage<Item> {
        ResponseParser<[Item]>.json.withHead.map { items, head in
            ListPage(items: items, rateLimit: RateLimit(head.headerFields))
        }
    }
}
