import Foundation
import Rill
import RillHTTP

/// The samples on the page "Requests and responses".
private enum RequestsPageSamples {
    struct Item: Codable, Sendable {
        let url: String
    }

    struct User: Decodable, Sendable {}

    struct ServiceError: Error, Decodable {
        var type: String
    }

    struct CreateItem: Request {
        typealias Response = Item
        let item: Item
        var method: HTTPRequest.Method { .post }
        var path: URLPath { "/items" }
        var body: HTTPBody? { get throws { try .json(item) } }
    }

    struct GetItem: Request {
        typealias Response = Item?
        let id: String
        var path: URLPath { "/items/\(id)" }
    }

    struct Filtered: Request {
        typealias Response = [Item]
        let filter: [String: String]
        var path: URLPath { "/items" }
        var query: QueryItems {
            get throws { try QueryItems(encoding: filter, by: QueryEncoder(lists: .brackets, keys: .snakeCase)) }
        }
    }

    struct InvalidPageError: Error {}

    struct ListItems: Request {
        typealias Response = [Item]
        var page: Int
        var path: URLPath { "/items" }
        var query: QueryItems { ["page": page] }

        func validate() throws {
            guard page >= 1 else { throw InvalidPageError() }
        }
    }

    static func sending(_ client: Client, item: Item, id: String, name: String) -> [any Sendable] {
        let created = client.send(CreateItem(item: item))
        let users = client.send(Endpoint<[User]>("/items/\(id)/stockers", query: ["page": 2]))
        let deleted = client.send(Endpoint<Void>("/items/\(id)", method: .delete))
        let mirrored = client.send(Endpoint<[User]>("https://mirror.example.com/users"))
        let traced = client.send(Endpoint<[User]>("/users", headerFields: ["X-Trace": "on"]))
        let linked = client.send(Endpoint<Item>(item.url))
        let found = client.send(Endpoint<Item>(path: "items/" + name))
        return [created, users, deleted, mirrored, traced, linked, found]
    }

    static func bodies() throws -> HTTPBody {
        var form = MultipartForm(["title": "Rill"])
        form.append("photo", .file("/tmp/photo.jpeg", contentType: "image/jpeg"))
        let body = try HTTPBody.multipart(form)
        return body
    }

    static func reading(_ client: Client) async throws -> [any Sendable] {
        let total = ResponseParser<Int> { head, _, _ in
            head.headerFields[.totalCount].flatMap { Int($0) } ?? 0
        }
        let count = Endpoint("/items", parser: total)
        let names = Endpoint("/names", parser: ResponseParser<[String]>.json(at: "data.names"))
        let strict = Endpoint("/names", parser: ResponseParser<[String]>.json.validate(contentType: "application/json"))
        let (value, head) = try await client.send(Endpoint("/names", parser: names.parser.withHead)).firstValue()
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .tolerant(timeZone: .gmt)
        return [count, strict, value, head]
    }

    static func failing(id: String) -> Observable<Item?> {
        var client = Client(baseURL: "https://qiita.com/api/v2")
        client.errorDecoder = .json(ServiceError.self)
        let item = client.send(GetItem(id: id)).catch(as: ServiceError.self) { error in
            error.type == "not_found" ? .just(nil) : .error(error)
        }
        return item
    }
}

extension HTTPField.Name {
    fileprivate static let totalCount = HTTPField.Name(literal: "Total-Count")
}
