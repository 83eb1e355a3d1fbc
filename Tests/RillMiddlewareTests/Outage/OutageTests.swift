import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import RillTesting
import Testing

/// Tests the effects of middleware on a server that slows down, fails, and recovers.
@Suite struct OutageTests {
    private static let isInRealTime = ProcessInfo.processInfo.environment["RILL_REAL_TIME"] != nil

    /// The middleware of one simulation.
    struct Setup: Sendable, CustomTestStringConvertible {
        let name: String
        let makeMiddleware: @Sendable (any Scheduler) -> [any Middleware]

        var testDescription: String { name }
    }

    private static let policy = RetryPolicy.exponentialBackoff(attempts: 3, initial: .milliseconds(200), jitter: .none)

    private static func breaker(_ scheduler: any Scheduler) -> CircuitBreaker {
        CircuitBreaker(slidingWindow: .seconds(5), openDuration: .seconds(2), scheduler: scheduler)
    }

    private static func adaptiveLimit(_ scheduler: any Scheduler) -> ConcurrencyLimit {
        ConcurrencyLimit(.adaptive(latencyThreshold: .milliseconds(500)), maxWaiting: 100, scheduler: scheduler)
    }

    static let setups = [
        Setup(name: "no middleware") { _ in [] },
        Setup(name: "`Retry`") { [Retry(policy, scheduler: $0)] },
        Setup(name: "`Retry` with `RetryBudget`") {
            [Retry(policy.within(RetryBudget(scheduler: $0)), scheduler: $0)]
        },
        Setup(name: "`Retry`, `CircuitBreaker`") { [Retry(policy, scheduler: $0), breaker($0)] },
        Setup(name: "`Retry`, `Hedging`") {
            [Retry(policy, scheduler: $0), Hedging(after: .percentile(0.95), scheduler: $0)]
        },
        Setup(name: "`Retry`, adaptive `ConcurrencyLimit`") {
            [Retry(policy, scheduler: $0), adaptiveLimit($0)]
        },
        Setup(name: "all of them") {
            [
                Retry(policy.within(RetryBudget(scheduler: $0)), scheduler: $0), breaker($0),
                Hedging(after: .percentile(0.95), scheduler: $0), adaptiveLimit($0),
            ]
        },
    ]

    private static let clientCount = 200
    private static let seconds = 30

    /// Emits the start time of each request that succeeds.
    ///
    /// Each client sends one request per second.
    private func successes(_ client: Client, _ scheduler: any Scheduler) -> Observable<Duration> {
        var endpoint = Endpoint<Void>("/")
        endpoint.options.attemptTimeout = .seconds(1)
        let response = client.send(endpoint)
        return .merge(
            (0..<Self.clientCount * Self.seconds).map { index in
                let start = Duration.seconds(1) / Self.clientCount * index
                return response.map { start }.catch { _ in .empty() }.delaySubscription(start, scheduler: scheduler)
            })
    }

    /// The effects of one setup in each phase.
    private struct Effects {
        /// The requests per second that the server receives.
        let loads: [Int]

        /// The percentages of the requests that succeed.
        let rates: [Int]

        init(arrivals: [Duration], successes: [Duration]) {
            let phases = [0..<5, 5..<10, 10..<15, 15..<20, 20..<seconds]
            func counts(_ times: [Duration]) -> [Int] {
                phases.map { phase in
                    times.count(where: {
                        Duration.seconds(phase.lowerBound) <= $0 && $0 < Duration.seconds(phase.upperBound)
                    })
                }
            }
            loads = zip(phases, counts(arrivals)).map { phase, count in count / phase.count }
            rates = zip(phases, counts(successes)).map { phase, count in count * 100 / (phase.count * clientCount) }
        }

        /// Returns a row of the table.
        func row(_ setup: Setup) -> String {
            "| \(setup.name) | \((loads.map(String.init) + rates.map { "\($0) %" }).joined(separator: " | ")) |"
        }
    }

    private func virtualEffects(_ setup: Setup) throws -> Effects {
        let scheduler = TestScheduler()
        let server = SimulatedServer(scheduler)
        let client = Client(
            baseURL: "https://a.example", transport: server, middleware: setup.makeMiddleware(scheduler),
            timeout: .seconds(5), scheduler: scheduler)
        let (recorder, _) = successes(client, scheduler).record()
        try scheduler.run(cpuTimeLimit: .seconds(120))
        return Effects(arrivals: server.arrivals, successes: recorder.values)
    }

    /// Checks that the page contains the rows that this test computes.
    ///
    /// If a row differs, the failure message contains the new row.
    @Test(.disabledUnderThreadSanitizer("single-threaded"), arguments: setups)
    func simulationMatchesDocumentedTable(setup: Setup) throws {
        let text = try PackageFiles.text(of: "Sources/RillMiddleware/RillMiddleware.docc/Resilience.md")
        let row = try virtualEffects(setup).row(setup)
        #expect(text.contains(row + "\n"), "Resilience.md does not contain the row\n\(row)")
    }

    // MARK: Real time

    /// Sends the requests to a loopback server in real time, and checks that the effects are similar.
    ///
    /// Takes 30 seconds for each setup, and prints the row of the table.
    @Test(.serialized, .enabled("requires RILL_REAL_TIME") { isInRealTime }, arguments: setups)
    func loopbackServerHasSimilarEffects(setup: Setup) async throws {
        let scheduler = ConcurrentDispatchQueueScheduler()
        let simulation = SimulatedServer(scheduler)
        var options = LoopbackServer.Options()
        options.maximumConnections = 2_000
        let server = try LoopbackServer(options: options) { _ in simulation.response() }
        defer { server.stop() }
        let client = Client(
            baseURL: server.baseURL, middleware: setup.makeMiddleware(scheduler), timeout: .seconds(5),
            scheduler: scheduler)
        let (recorder, _) = successes(client, scheduler).record()
        #expect(await recorder.waitForEnd())
        let effects = Effects(arrivals: simulation.arrivals, successes: recorder.values)
        print(effects.row(setup))
        let expected = try virtualEffects(setup)
        // In percent of the requests. After the recovery, a circuit can be open for 2 of 5 seconds more.
        let tolerances = [10, 10, 10, 40, 10]
        for (index, tolerance) in tolerances.enumerated() {
            let load = expected.loads[index]
            #expect(abs(effects.loads[index] - load) <= max(load / 4, Self.clientCount * tolerance / 100))
            #expect(abs(effects.rates[index] - expected.rates[index]) <= tolerance)
        }
    }

    /// Returns the number of requests that a failing server receives from 200 clients that each send three requests.
    private func load(_ middleware: [any Middleware]) async throws -> Int {
        let isFailing = Log<Void>()
        let server = try LoopbackServer { _ in isFailing.entries.isEmpty ? .json("7") : .status(.serviceUnavailable) }
        defer { server.stop() }
        let client = Client(baseURL: server.baseURL, middleware: middleware)
        let wave = Observable<Event<Int>>.merge((0..<200).map { _ in client.send(Endpoint<Int>("/")).materialize() })
        let (healthy, _) = wave.record()
        #expect(await healthy.waitForEnd())
        #expect(healthy.values.allSatisfy { $0.error == nil })
        let first = server.requests.count
        isFailing.append(())
        for _ in 0..<3 {
            let (failing, _) = wave.record()
            #expect(await failing.waitForEnd())
        }
        return server.requests.count - first
    }

    @Test func reducesLoadOnFailingLoopbackServer() async throws {
        let policy = RetryPolicy.constantBackoff(attempts: 3, delay: .milliseconds(1))
        let retry = try await load([Retry(policy)])
        #expect(retry >= 200 * 3 * 3)
        let budget = try await load([Retry(policy.within(RetryBudget()))])
        #expect(budget < retry / 2)
        #expect(budget >= 200 * 3)
        let breaker = try await load([Retry(policy), CircuitBreaker(openDuration: .seconds(600))])
        #expect(breaker < budget)
    }
}
