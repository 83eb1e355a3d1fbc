internal import RillHTTP
internal import RillHTTPTesting

/// A request with what its endpoint has to know: who asks, where the service is, which page is meant.
struct GitHubRequest: Sendable {
    let routed: RoutedRequest
    let caller: GitHubCaller

    init(_ routed: RoutedRequest, _ options: SampleGitHub.Options) {
        self.routed = routed
        caller = GitHubCaller(routed.request, options)
    }

    /// The address that all paths begin at, as the client has called it.
    var base: String { "http://\(routed.fields[.host] ?? "127.0.0.1")" }

    var isVersion2026: Bool {
        routed.fields[HTTPField.Name(literal: "X-GitHub-Api-Version")] == GitHubService.versions[0]
    }

    func queryItem(_ name: String) -> String? { routed.queryItem(name) }

    func parameter(_ name: String) -> String { routed.parameter(name) }

    var page: GitHubPageQuery { GitHubPageQuery(routed) }
}

extension RoutedRequest {
    var fields: HTTPFields { request.fields }
}

/// The page that a request asks for; GitHub mends what it does not understand rather than refuse it.
struct GitHubPageQuery: Sendable {
    /// How many results of a search are given out.
    static let searchBound = 1_000

    let number: Int
    let size: Int
    private let routed: RoutedRequest

    init(_ routed: RoutedRequest) {
        self.routed = routed
        number = max(routed.queryItem("page").flatMap { Int($0) } ?? 1, 1)
        let size = routed.queryItem("per_page").flatMap { Int($0) } ?? 30
        self.size = size < 1 ? 30 : min(size, 100)
    }

    /// Whether the page begins behind the results that are given out.
    var isBeyondSearchBound: Bool { number - 1 >= (Self.searchBound + size - 1) / size }

    /// The positions that the page covers; empty behind the end.
    func range(of total: Int) -> Range<Int> {
        guard number - 1 <= total / size else { return total..<total }
        let start = min((number - 1) * size, total)
        return start..<min(start + size, total)
    }

    /// The value of the `Link` field: prev, next, last, first, those of them that exist; nil if all fits on one page.
    func link(total: Int) -> String? {
        let last = max((total + size - 1) / size, 1)
        var pages: [(relation: String, number: Int)] = []
        if number > 1 { pages.append(("prev", min(number - 1, last))) }
        if number < last { pages.append(("next", number + 1)) }
        if number != last, last > 1 { pages.append(("last", last)) }
        if number > 1 { pages.append(("first", 1)) }
        guard !pages.isEmpty else { return nil }
        return pages.map { "<\(address(of: $0.number))>; rel=\"\($0.relation)\"" }.joined(separator: ", ")
    }

    private func address(of page: Int) -> String {
        // The query as it came, so that what else it says stays encoded as it was.
        let others = routed.request.target.split(separator: "?", maxSplits: 1).dropFirst().joined()
            .split(separator: "&").filter { !$0.hasPrefix("page=") }
        let query = (others + ["page=\(page)"]).joined(separator: "&")
        return "http://\(routed.fields[.host] ?? "127.0.0.1")\(routed.request.path)?\(query)"
    }
}

extension LoopbackServer.Response {
    /// Makes an answer of JSON that can be asked for again on condition that it has changed.
    static func tagged(_ body: JSONValue, link: String? = nil) -> Self {
        let bytes = jsonBytes(of: body)
        let response = data(bytes, type: "application/json; charset=utf-8")
            .adding(.eTag, "W/\"\(String(GitHubDice.fingerprint(of: bytes), radix: 16))\"")
            .adding(.cacheControl, "private, max-age=60, s-maxage=60")
            .adding(.vary, "Accept, Authorization, Cookie, X-GitHub-OTP")
        return link.map { response.adding(.link, $0) } ?? response
    }
}
