// Server-Sent Events. After a reconnection, the client continues after the last event that it received.
import RillHTTPTesting

// The server sends two events per connection, and continues after the client's last one.
let server = try LoopbackServer { request in
    let last = request.fields["Last-Event-ID"].flatMap { Int($0) } ?? 0
    let events = (last + 1...last + 2).map { "id: \($0)\nevent: tick\ndata: number \($0)\n\n" }
    return .data(Array(events.joined().utf8), type: "text/event-stream")
}
let client = Client(baseURL: server.baseURL)

let policy = ReconnectionPolicy(backoff: .constant(.milliseconds(10)), jitter: .none)
    .onReconnection { _, delay, error in
        print("reconnecting in \(delay):", error?.reason ?? "the server ended the stream")
    }

let ticks = client.serverSentEvents(Endpoint<Void>("/ticks"), reconnection: policy)
    .filter { $0.type == "tick" }
    .take(5)

for try await event in ticks.values {
    print("\(event.id): \(event.data)")
}

let identifiers = server.requests.map { $0.fields["Last-Event-ID"] ?? "none" }
print("Last-Event-ID of the requests: \(identifiers)")
server.stop()
