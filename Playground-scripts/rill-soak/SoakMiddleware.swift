import Foundation
import RillMiddleware
import RillOAuth

/// A client with all kinds of middleware, and its requests.
///
/// A quarter of the requests go to the host name under which the server requires a digest.
struct SoakMiddleware {
    private let client: Client
    private let base: String
    private let digestBase: String
    private let folder = FileManager.default.temporaryDirectory.appending(path: "rill-soak-\(UUID().uuidString)")

    /// - Parameters:
    ///   - transport: The transport.
    ///   - port: The port of the server.
    /// - Throws: An error if the folder of the cache cannot be created.
    init(_ transport: any Transport, port: UInt16) throws {
        base = "http://127.0.0.1:\(port)"
        digestBase = "http://\(SoakDigest.host):\(port)"
        // The limit is lower than the size of all responses, so that the cache evicts some of them.
        let storage = try DiskCacheStorage(folder.path(percentEncoded: false), maximumSize: 200_000)
        // The order of the page "Middleware and its order", with a small cache in memory outside the cache on disk.
        let shared = transport.caching(in: ResponseCache(storage: storage))
            .caching(in: ResponseCache(capacity: 50_000)).coalescing()
        client = Client(
            baseURL: base, transport: shared,
            middleware: [
                IdempotencyKeys(),
                FollowRedirects(),
                Authentication.bearer("soak", for: base),
                RequestCompression(),
                Retry(
                    .exponentialBackoff(attempts: 3, initial: .milliseconds(1), jitter: .none)
                        .within(RetryBudget(ratio: 0.2, minimumPerSecond: 10))),
                // A circuit for each kind, so that the circuits of valid responses stay closed.
                CircuitBreaker(openDuration: .milliseconds(100)) { String(($0.path ?? "").prefix { $0 != "?" }) },
                Hedging(
                    after: .fixed(.milliseconds(20)), budget: RetryBudget(ratio: 0.2, minimumPerSecond: 10)),
                DigestAuthentication(user: SoakDigest.user, password: SoakDigest.password, for: digestBase),
                ConcurrencyLimit(.adaptive(latencyThreshold: .milliseconds(500))),
                RateLimit(100_000, per: .seconds(1)),
                CookieStorage(),
                TraceContextMiddleware(for: base),
                Logging(.verbose) { _ in },
            ])
    }

    /// Removes the folder of the cache, after the last exchange.
    func removeFiles() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns the chunks of a response.
    ///
    /// Errors of the transport are emitted as they are. All other errors are `RejectedRequest`.
    func send(_ plan: Plan, body: HTTPBody?) -> Observable<TransportEvent> {
        let url = (plan.variant % 4 == 3 ? digestBase : base) + plan.path
        var endpoint = Endpoint<Void>(.url(url), method: body == nil ? .get : .post, body: body)
        endpoint.options.attemptTimeout = .seconds(plan.kind == .stall ? 1 : 60)
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
