internal import RillHTTP
internal import RillHTTPTesting

/// A request with its caller, the base URL of the service, and the requested page.
struct GitHubRequest: Sendable {
    let routed: RoutedRequest
    let caller: GitHubCaller

    init(_ routed: RoutedRequest, _ options: SampleGitHub.Options) {
        self.routed = routed
        caller = GitHubCaller(routed.request, options)
    }

    /// The base URL of the API, based on the `Host` header field of the request.
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

/// The requested page.
///
/// As on GitHub, invalid values are replaced instead of rejected.
struct GitHubPageQuery: Sendable {
    /// The maximum number of accessible search results.
    static let searchResultLimit = 1_000

    let number: Int
    let size: Int
    private let routed: RoutedRequest

    init(_ routed: RoutedRequest) {
        self.routed = routed
        number = max(routed.queryItem("page").flatMap { Int($0) } ?? 1, 1)
        let size = routed.queryItem("per_page").flatMap { Int($0) } ?? 30
        self.size = size < 1 ? 30 : min(size, 100)
    }

    /// Whether the page starts after the last accessible search result.
    var isBeyondSearchResultLimit: Bool { number - 1 >= (Self.searchResultLimit + size - 1) / size }

    /// Returns the indices of the elements on the page, or an empty range after the last page.
    func range(of total: Int) -> Range<Int> {
        guard number - 1 <= total / size else { return total..<total }
        let start = min((number - 1) * size, total)
        return start..<min(start + size, total)
    }

    /// Returns the value of the `Link` header field with the existing pages of `prev`, `next`, `last`, and `first`, or
    /// `nil` if there is only one page.
    func link(total: Int) -> String? {
        let last = max((total + size - 1) / size, 1)
        var pages: [(relation: String, number: Int)] = []
        if number > 1 { pages.append(("prev", min(number - 1, last))) }
        if number < last { pages.append(("next", number + 1)) }
        if number != last, last > 1 { pages.append(("last", last)) }
        if number > 1 { pages.append(("first", 1)) }
        guard !pages.isEmpty else { return nil }
        return pages.map { "<\(url(of: $0.number))>; rel=\"\($0.relation)\"" }.joined(separator: ", ")
    }

    private func url(of page: Int) -> String {
        // Uses the raw query to preserve the encoding of the other parameters.
        let others = routed.request.target.split(separator: "?", maxSplits: 1).dropFirst().joined()
            .split(separator: "&").filter { !$0.hasPrefix("page=") }
        let query = (others + ["page=\(page)"]).joined(separator: "&")
        return "http://\(routed.fields[.host] ?? "127.0.0.1")\(routed.request.path)?\(query)"
    }
}

extension LoopbackServer.Response {
    /// Creates a JSON response with an entity tag for conditional requests.
    static func tagged(_ body: JSONValue, link: String? = nil) -> Self {
        let bytes = jsonBytes(of: body)
        let response = data(bytes, type: "application/json; charset=utf-8")
            .adding(.eTag, "W/\"\(String(bytes.fingerprint, radix: 16))\"")
            .adding(.cacheControl, "private, max-age=60, s-maxage=60")
            .adding(.vary, "Accept, Authorization, Cookie, X-GitHub-OTP")
        return link.map { response.adding(.link, $0) } ?? response
    }
}
