// A response of one JSON value per line, parsed while it arrives.
import RillHTTPTesting

struct Entry: Decodable, Sendable {
    let level: String
    let message: String
}

// The second line arrives after the client has received the first one. The last line is never sent.
let received = LoopbackServer.Gate()
let server = try LoopbackServer { _ in
    .steps([
        .head(),
        .bytes(#"{"level": "info", "message": "started"}"# + "\n"), .wait(for: received),
        .bytes(#"{"level": "error", "mess"#), .bytes(#"age": "disk full"}"# + "\n"), .stall,
    ])
}
let client = Client(baseURL: server.baseURL)

let log = client.stream(Endpoint<Void>("/log"), as: .ndjson(of: Entry.self))

// The loop reads one entry at a time. The connection is paused while the loop is busy, and closed when it ends.
for try await entry in log.values {
    print("[\(entry.level)] \(entry.message)")
    received.open()
    if entry.level == "error" { break }
}
server.stop()
