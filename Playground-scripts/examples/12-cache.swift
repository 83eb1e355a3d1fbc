// A cache that confirms its responses with the server, which does not send them again.
import RillHTTPTesting
import RillMiddleware

let server = try LoopbackServer { request in
    if request.fields["If-None-Match"] == "\"v1\"" {
        print("the server confirms \(request.target)")
        return .status(.notModified).adding("ETag", "\"v1\"")
    }
    print("the server sends \(request.target)")
    return .json(#"["swift", "rx"]"#).adding("ETag", "\"v1\"")
}

// Up to 1 MiB of responses in memory. The oldest are removed first.
let cache = ResponseCache(capacity: 1 << 20)
let client = Client(baseURL: server.baseURL, transport: makeDefaultTransport().caching(in: cache))

for _ in 1...2 {
    print(try await client.send(Endpoint<[String]>("/tags")).firstValue())
}

// Responses to different requests are stored separately.
print(try await client.send(Endpoint<[String]>("/tags", query: ["page": 2])).firstValue())

cache.removeAll()
print(try await client.send(Endpoint<[String]>("/tags")).firstValue())
server.stop()
