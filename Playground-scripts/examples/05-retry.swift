// Failed requests are sent again after a delay that doubles with each attempt.
import RillHTTPTesting
import Synchronization

struct Status: Decodable, Sendable {
    let state: String
}

// A server that is overloaded twice before it responds.
let count = Atomic(0)
let server = try LoopbackServer { _ in
    let attempt = count.add(1, ordering: .relaxed).newValue
    return attempt < 3 ? .status(.serviceUnavailable) : .json(#"{"state": "ready"}"#)
}

// By default, the delays are random, so that clients that failed together do not retry together.
let policy = RetryPolicy.exponentialBackoff(attempts: 5, initial: .milliseconds(50), jitter: .none)
    .onDecision { decision in print("attempt \(decision.attempt) failed: \(decision.action)") }

// The middleware retries requests that are safe to retry, and respects Retry-After. `retry(policy)` retries any stream.
let client = Client(baseURL: server.baseURL, middleware: [Retry(policy)])
let status = try await client.send(Endpoint<Status>("/status")).firstValue()
print("\(status.state) after \(server.requests.count) requests")

// A request that fails in all attempts fails with the last error.
do {
    let impatient = Client(baseURL: server.baseURL, middleware: [Retry(.constantBackoff(attempts: 2, delay: .zero))])
    count.store(0, ordering: .relaxed)
    _ = try await impatient.send(Endpoint<Status>("/status")).firstValue()
} catch let error as APIError {
    print("status \(error.status?.code ?? 0) in all \(error.attempts) attempts")
}
server.stop()
