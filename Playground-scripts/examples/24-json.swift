// Untyped JSON as a request body, and a large JSON array that is parsed while it arrives.
import RillHTTPTesting

struct Tag: Decodable, Sendable {
    let id: String
    let count: Int
}

// The second element arrives after the client has received the first one. The end of the array is never sent.
let received = LoopbackServer.Gate()
let server = try LoopbackServer { request in
    if request.method == .post {
        print("the server received \(request.bodyText)")
        return .json(#"{"id": 7, "state": "ready"}"#)
    }
    return .steps([
        .head(), .bytes(#"{"total": 3, "items": [{"id": "swift", "count": 12}, {"id": "#), .wait(for: received),
        .bytes(#""rill", "count": 5}, {"id": "linux""#), .stall,
    ])
}
let client = Client(baseURL: server.baseURL)

// A literal needs no type. Subscripts change it, and `nil` removes a key.
var search: JSONValue = ["title": "Tags", "filters": ["language": "en", "draft": true], "sizes": [1, 2.5, nil]]
search["filters"]?["draft"] = nil
search["filters"]?["minimum"] = 5
let export = try await client.send(Endpoint<JSONValue>("/exports", method: .post, body: .json(search))).firstValue()
print("export \(export["id"]?.intValue ?? 0) is \(export["state"]?.stringValue ?? "unknown")")

// Each element is decoded as soon as it is complete. Only one element is in memory, however long the array is.
let tags = client.stream(Endpoint<Void>("/exports/7"), as: .jsonArray(of: Tag.self, at: "items"))
for try await tag in tags.take(2).values {
    print("\(tag.id): \(tag.count)")
    received.open()
}
server.stop()
