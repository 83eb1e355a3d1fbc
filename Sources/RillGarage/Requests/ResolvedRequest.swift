internal import Foundation
internal import RillHTTP

/// A request that resolves the links in the response.
struct ResolvedRequest<Base: GarageRequest>: Request {
    typealias Response = Base.Response

    let base: Base

    /// The base URL of the client.
    let clientBaseURL: String

    var path: URLPath { base.path }
    var parser: ResponseParser<Response> { get throws { try base.resolvedParser } }

    var endpoint: Endpoint<Response> {
        var endpoint = base.resolvedEndpoint
        let requestURL = Self.requestURL(of: endpoint.path, relativeTo: endpoint.baseURL ?? clientBaseURL)
        endpoint.parser = endpoint.parser.map { $0.resolved(against: requestURL) }
        return endpoint
    }

    /// Returns the URL of a request without its query, which is not needed to resolve links, or `nil` if it is invalid.
    private static func requestURL(of path: URLPath, relativeTo baseURL: String) -> URL? {
        let segments = path.encoded.prefix { $0 != "?" }
        let separator = segments.isEmpty || segments.hasPrefix("/") ? "" : "/"
        let base = BaseURL.join(baseURL, "").prefix { $0 != "?" && $0 != "#" }
        return URL(string: base + separator + segments)
    }
}
