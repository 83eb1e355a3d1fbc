import Rill
import RillHTTP
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import RillTesting
import Testing

/// Tests the effects of middleware on a loopback server that slows down, fails, and recovers, in real time.
///
/// The bounds are wide, because other tests use the processors at the same time.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("checks effects in real time"))
struct LoopbackOutageTests {
    /// The middleware of one test, and its permitted effects on 40 requests in each phase.
    struct Setup: Sendable, CustomTestStringConvertible {
        let name: String

        /// The first phase of the outage.
        let phase: LoopbackOutage.Phase

        /// The requests that succeed in the first phase.
        let successes: ClosedRange<Int>

        /// The number of requests that the failing server receives.
        let load: ClosedRange<Int>

        let makeMiddleware: @Sendable () -> [any Middleware]

        var testDescription: String { "\(name), \(phase)" }
    }

    private static let clientCount = 40
    private static let policy = RetryPolicy.constantBackoff(attempts: 3, delay: .milliseconds(1))

    static let setups = [
        // 20 requests are processed within the timeout of 1 second, beginning with requests that have already timed out.
        Setup(name: "no middleware", phase: .slow, successes: 0...20, load: 40...40) { [] },
        Setup(name: "ConcurrencyLimit", phase: .slow, successes: 28...40, load: 40...40) {
            [ConcurrencyLimit(.adaptive(latencyThreshold: .milliseconds(400), initial: 10))]
        },
        Setup(name: "no middleware", phase: .uneven, successes: 20...30, load: 40...40) { [] },
        Setup(name: "Hedging", phase: .uneven, successes: 33...40, load: 40...80) {
            [Hedging(after: .fixed(.milliseconds(100)), budget: RetryBudget(capacity: 40))]
        },
        Setup(name: "Retry", phase: .uneven, successes: 36...40, load: 120...120) { [Retry(policy)] },
        Setup(name: "Retry with RetryBudget", phase: .uneven, successes: 33...40, load: 40...80) {
            [Retry(policy.within(RetryBudget()))]
        },
        // The window ends before the server fails.
        Setup(name: "Retry, CircuitBreaker", phase: .uneven, successes: 33...40, load: 20...100) {
            [
                Retry(policy),
                CircuitBreaker(
                    minimumRequests: 30, slidingWindow: .milliseconds(100), openDuration: .milliseconds(100)),
            ]
        },
    ]

    /// Sends concurrent requests, and returns the number of successes.
    private func successes(_ client: Client) async -> Int {
        var endpoint = Endpoint<Int>("/")
        endpoint.options.attemptTimeout = .seconds(1)
        let request = client.send(endpoint).map { _ in true }.catch { _ in .just(false) }
        let (recorder, _) = Observable<Bool>.merge(Array(repeating: request, count: Self.clientCount)).record()
        #expect(await recorder.waitForEnd())
        return recorder.values.count { $0 }
    }

    @Test(arguments: setups)
    func outageHasDocumentedEffect(setup: Setup) async throws {
        let outage = LoopbackOutage()
        let server = try LoopbackServer { _ in outage.response() }
        defer { server.stop() }
        let client = Client(baseURL: server.baseURL, middleware: setup.makeMiddleware())
        #expect(await successes(client) == Self.clientCount)
        outage.begin(setup.phase)
        // The adaptive limit has increased, and decreases with the first outcomes.
        if setup.phase == .slow { _ = await successes(client) }
        let count = await successes(client)
        #expect(setup.successes.contains(count), "\(count) requests succeeded")
        outage.begin(.failing)
        #expect(await successes(client) == 0)
        #expect(setup.load.contains(outage.load), "the failing server received \(outage.load) requests")
        outage.begin(.healthy)
        // A circuit closes after a probe.
        while await successes(client) < Self.clientCount { try Task.checkCancellation() }
    }
}
