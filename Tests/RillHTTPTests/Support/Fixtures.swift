import Foundation
import RillHTTP
import RillHTTPTesting

struct Tag: Decodable, Sendable, Hashable {
    var id: String
    var itemsCount: Int

    enum CodingKeys: String, CodingKey {
        case id
        case itemsCount = "items_count"
    }
}

/// The body of the service's error responses.
struct ServiceError: Error, Decodable, Hashable, CustomStringConvertible {
    var message: String
    var type: String

    var description: String { "\"\(message)\" (\(type))" }
}

struct Tags: Request {
    typealias Response = [Tag]
    var page: Int?
    var path: URLPath { "/tags" }
    var query: QueryItems { ["page": page] }
}

/// A request with configurable properties.
struct Anything<Response: Decodable & Sendable>: Request {
    var method = HTTPRequest.Method.get
    var baseURL: String?
    var path: URLPath = "/anything"
    var query: QueryItems = [:]
    var headerFields: HTTPFields = [:]
    var body: HTTPBody?
    var options = RequestOptions()
}

let tagsJSON = #"[{"id": "Swift", "items_count": 9876}, {"id": "初心者", "items_count": 1}]"#

func makeClient(_ transport: any Transport, middleware: [any Middleware] = []) -> Client {
    Client(
        baseURL: "https://qiita.com/api/v2", transport: transport, errorDecoder: .json(ServiceError.self),
        middleware: middleware)
}
