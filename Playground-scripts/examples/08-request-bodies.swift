// Requests with JSON, form and multipart bodies. Each body sets its Content-Type.
import RillHTTPTesting

let server = try LoopbackServer { request in
    print("\(request) \(request.fields["Content-Type"] ?? "")")
    print(request.bodyText)
    return .json(#"{"id": 1}"#)
}
let client = Client(baseURL: server.baseURL)

struct Item: Codable, Sendable {
    let title: String
    let tags: [String]
}

struct Created: Decodable, Sendable {
    let id: Int
}

// A request that is sent in several places is a type. One that is sent in a single place is an `Endpoint`.
struct CreateItem: Request {
    typealias Response = Created
    let item: Item
    var method: HTTPRequest.Method { .post }
    var path: URLPath { "/items" }
    var body: HTTPBody { .json(item) }
}
let item = Item(title: "Rill", tags: ["swift", "streams"])
print("created item", try await client.send(CreateItem(item: item)).firstValue().id)

let form = HTTPBody.form(["user": "ada", "comment": "1 + 1 = 2"])
try await client.send(Endpoint<Void>("/comments", method: .post, body: form)).firstValue()

var parts = MultipartForm(["title": "Notes"], boundary: "boundary")
parts.append("file", HTTPBody("Hello"), fileName: "notes.txt")
try await client.send(Endpoint<Void>("/files", method: .post, body: .multipart(parts))).firstValue()
server.stop()
