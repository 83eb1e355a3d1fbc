internal import Foundation
internal import RillHTTP

/// A request as a client sends it: with its fields in the query, and with links resolved against its address.
struct PlacedRequest<Base: GarageRequest>: Request {
    typealias Response = GarageResponse<Base.Resource>

    private let base: Base

    /// What the links of the answer are relative to; nil if that is no address.
    private let address: URL?

    init(_ base: Base, below home: String) {
        self.base = base
        address = Self.address(of: base.path, below: base.baseURL ?? home)
    }

    var query: QueryItems {
        get throws {
            var items = try base.query
            try base.fields?.check()
            items.append("fields", base.fields)
            return items
        }
    }

    var parser: ResponseParser<Response> {
        base.parser.map { [address] in $0.resolved(against: address) }
    }

    var method: HTTPRequest.Method { base.method }
    var baseURL: String? { base.baseURL }
    var path: URLPath { base.path }
    var headerFields: HTTPFields { base.headerFields }
    var body: HTTPBody? { get throws { try base.body } }
    var decoder: JSONDecoder? { base.decoder }
    var timeout: Duration? { base.timeout }

    func accepts(_ status: HTTPResponse.Status) -> Bool { base.accepts(status) }

    /// An address without its query: links bring their own.
    private static func address(of path: URLPath, below home: String) -> URL? {
        let below = path.description.prefix { $0 != "?" }
        return URL(string: Address.join(home, "") + (below.isEmpty || below.hasPrefix("/") ? "" : "/") + below)
    }
}
