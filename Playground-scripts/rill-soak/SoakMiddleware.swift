import Foundation
import Rill
import RillHTTP

/// A client with all kinds of middleware, and its requests.
struct SoakMiddleware {
    private let client: Client
    private let base: String

    /// - Parameters:
    ///   - transport: The transport.
    ///   - authority: The host and port of the server.
    init(_ transport: any Transport, authority: String) {
        base = "http://\(authority)"
        let budget = RetryBudget(ratio: 0.2, minimumPerSecond: 10)
        client = Client(
            baseURL: base, transport: transport,
            middleware: [
                Logging(.verbose) { _ in },
                TraceContextMiddleware(for: base),
                FollowRedirects(),
                Authentication.bearer("soak", for: base),
                ResponseCache(),
                RequestCoalescing(),
                IdempotencyKeys(),
                RequestCompression(),
                Retry(.exponentialBackoff(attempts: 3, initial: .milliseconds(1), jitter: .none).within(budget)),
                // A circuit for each kind, so that the circuits of valid responses stay closed.
                CircuitBreaker(openDuration: .milliseconds(100)) { String(($0.path ?? "").prefix { $0 != "?" }) },
                Hedging(after: .fixed(.milliseconds(20)), budget: budget),
                RateLimit(100_000, per: .seconds(1)),
                ConcurrencyLimit(.adaptive(latencyThreshold: .milliseconds(500))),
                CookieStorage(),
            ])
    }

    /// Returns the chunks of a response.
    ///
    /// Errors of the transport are emitted as they are. All other errors are `RejectedRequest`.
    func send(_ plan: Plan, body: HTTPBody?) -> Observable<TransportEvent> {
        let url = base + plan.path
        var endpoint = Endpoint<Void>(url, method: body == nil ? .get : .post, body: body)
        endpoint.attemptTimeout = .seconds(plan.kind == .stall ? 1 : 60)
        return client.stream(endpoint, as: .chunks)
            .map { TransportEvent.chunk($0) }
            .mapError { error in
                let underlying = (error as? APIError)?.underlying
                return underlying as? TransportError ?? RejectedRequest(error: error)
            }
    }
}

/// A request that was rejected by middleware or because of its status.
struct RejectedRequest: Error, CustomStringConvertible {
    let error: any Error

    var description: String { "\(error)" }
}
