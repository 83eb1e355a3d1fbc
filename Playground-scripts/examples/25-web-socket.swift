// A WebSocket connection. After a reconnection, the client continues after the last message that it received.
import RillHTTPTesting
import RillWebSocket
import Synchronization

struct Tick: Codable, Sendable {
    let id: Int
    let text: String
}

// The server sends two messages per connection, and continues after the client's last one.
let server = try LoopbackServer { request in
    let last = request.queryItem("since").flatMap { Int($0) } ?? 0
    return .webSocket(request) { socket in
        Observable.from(last + 1...last + 2)
            .concatMap { socket.sending(try .json(Tick(id: $0, text: "number \($0)"))) }
            .do(onCompleted: { try? socket.close(.goingAway, reason: "the server restarts") })
    }
}
let client = Client(baseURL: server.baseURL)

let policy = RetryPolicy(attempts: .max, backoff: .constant(.milliseconds(10))).onDecision { decision in
    print("reconnecting:", (decision.error as? APIError)?.underlying ?? decision.error)
}

let last = Atomic(0)
let ticks = Observable.deferred { client.webSocket("/ticks", query: ["since": "\(last.load(ordering: .relaxed))"]) }
    .flatMap { socket in socket.messages(of: Tick.self) }
    .do(onNext: { tick in
        last.store(tick.id, ordering: .relaxed)
        print("\(tick.id): \(tick.text)")
    })
    .retry(policy)
    .take(5)

for try await _ in ticks.values {}
print("paths of the requests: \(server.requests.map(\.target))")
server.stop()
