internal import Foundation
internal import RillHTTP

/// A request that adds the selected fields to the query and resolves the links in the response.
struct ResolvedRequest<Base: GarageRequest>: RequestWrapper {
    typealias Response = GarageResponse<Base.Resource>

    let base: Base

    /// The URL against which the links in the response are resolved, or `nil` if it is invalid.
    private let requestURL: URL?

    init(_ base: Base, relativeTo baseURL: String) {
        self.base = base
        requestURL = Self.requestURL(of: base.path, relativeTo: base.baseURL ?? baseURL)
    }

    var query: QueryItems {
        get throws {
            var items = try base.query
            items.append("fields", base.fields)
            return items
        }
    }

    func validate() throws {
        try base.validate()
        try base.fields?.check()
    }

    var parser: ResponseParser<Response> {
        base.parser.map { [requestURL] in $0.resolved(against: requestURL) }
    }

    /// Returns the URL of a request without its query, which is not needed to resolve links.
    private static func requestURL(of path: URLPath, relativeTo baseURL: String) -> URL? {
        let segments = path.encoded.prefix { $0 != "?" }
        let separator = segments.isEmpty || segments.hasPrefix("/") ? "" : "/"
        return URL(string: BaseURL.join(baseURL, "") + separator + segments)
    }
}
