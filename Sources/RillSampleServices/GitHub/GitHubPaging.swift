internal import RillHTTPTesting

extension PageQuery {
    /// Reads the requested page.
    ///
    /// As on GitHub, invalid values are replaced instead of rejected.
    init(gitHub request: RoutedRequest) {
        let number = request.queryItem("page").flatMap { Int($0) } ?? 1
        let size = request.queryItem("per_page").flatMap { Int($0) } ?? 30
        self.init(number: max(number, 1), size: size < 1 ? 30 : min(size, 100), request: request.request)
    }

    /// Returns the value of the `Link` header field with the existing pages of `prev`, `next`, `last`, and `first`, or
    /// `nil` if there is only one page.
    func link(total: Int) -> String? {
        let last = last(of: total)
        var pages: [(relation: String, number: Int)] = []
        if number > 1 { pages.append(("prev", min(number - 1, last))) }
        if number < last { pages.append(("next", number + 1)) }
        if number != last, last > 1 { pages.append(("last", last)) }
        if number > 1 { pages.append(("first", 1)) }
        return links(pages)
    }
}

extension LoopbackServer.Response {
    /// Creates a JSON response with an entity tag for conditional requests.
    static func tagged(_ body: JSONValue, link: String? = nil) -> Self {
        let response = json(body)
            .adding(.eTag, "W/\"\(String(body.description.utf8.fingerprint, radix: 16))\"")
            .adding(.cacheControl, "private, max-age=60, s-maxage=60")
            .adding(.vary, "Accept, Authorization, Cookie, X-GitHub-OTP")
        return link.map { response.adding(.link, $0) } ?? response
    }
}
