package import RillHTTP

package struct ItemTag: Decodable, Sendable, Hashable {
    package var id: String
    package var itemsCount: Int

    enum CodingKeys: String, CodingKey {
        case id
        case itemsCount = "items_count"
    }

    package init(id: String, itemsCount: Int) {
        self.id = id
        self.itemsCount = itemsCount
    }
}

/// The body of the service's error responses.
package struct ServiceError: Error, Decodable, Hashable, CustomStringConvertible {
    package var message: String
    package var type: String

    package init(message: String, type: String) {
        self.message = message
        self.type = type
    }

    package var description: String { "\"\(message)\" (\(type))" }
}

package struct Tags: Request {
    package typealias Response = [ItemTag]
    package var page: Int?
    package var path: URLPath { "/tags" }
    package var query: QueryItems { ["page": page] }

    package init(page: Int? = nil) {
        self.page = page
    }
}

/// A request with configurable properties.
package struct Anything<Response: Decodable & Sendable>: Request {
    package var method: HTTPRequest.Method
    package var baseURL: String?
    package var path: URLPath
    package var query: QueryItems
    package var headerFields: HTTPFields
    package var body: HTTPBody?
    package var options: RequestOptions

    package init(
        method: HTTPRequest.Method = .get, baseURL: String? = nil, path: URLPath = "/anything", query: QueryItems = [:],
        headerFields: HTTPFields = [:], body: HTTPBody? = nil, options: RequestOptions = RequestOptions()
    ) {
        self.method = method
        self.baseURL = baseURL
        self.path = path
        self.query = query
        self.headerFields = headerFields
        self.body = body
        self.options = options
    }
}

package let tagsJSON = #"[{"id": "Swift", "items_count": 9876}, {"id": "初心者", "items_count": 1}]"#

package func makeClient(_ transport: any Transport, middleware: [any Middleware] = []) -> Client {
    Client(
        baseURL: "https://qiita.com/api/v2", transport: transport, errorDecoder: .json(ServiceError.self),
        middleware: middleware)
}
