internal import RillHTTP

extension ResponseParser {
    /// A parser that decodes a page of search results and adds the rate limit from the header fields.
    static func searchPage<Item: Decodable>() -> ResponseParser where Output == SearchPage<Item> {
        ResponseParser.json.validateJSON().withHead.map { page, head in
            var page = page
            page.rateLimit = GitHubRateLimit(head.headerFields)
            return page
        }
    }

    /// A parser that decodes a page of a list and adds the rate limit from the header fields.
    static func listPage<Item: Decodable>() -> ResponseParser where Output == ListPage<Item> {
        ResponseParser<[Item]>.json.validateJSON().withHead.map { items, head in
            ListPage(items: items, rateLimit: GitHubRateLimit(head.headerFields))
        }
    }
}
