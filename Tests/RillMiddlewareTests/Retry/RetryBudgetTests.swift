import Dispatch
import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

@Suite struct RetryBudgetTests {
    private let scheduler = TestScheduler()
    private let decisions = Log<RetryDecision>()

    private func budget(ratio: Double = 0.1, minimumPerSecond: Double = 0, capacity: Int = 5) -> RetryBudget {
        RetryBudget(ratio: ratio, minimumPerSecond: minimumPerSecond, capacity: capacity, scheduler: scheduler)
    }

    private func policy(_ budget: RetryBudget, attempts: Int = 3) -> RetryPolicy {
        .constantBackoff(attempts: attempts, delay: .zero).within(budget).onDecision { [decisions] in
            decisions.append($0)
        }
    }

    private func client(_ budget: RetryBudget, status: HTTPResponse.Status = .serviceUnavailable) -> (
        Client, StubTransport
    ) {
        let transport = StubTransport(scheduler: scheduler) { _ in .status(status) }
        return (makeClient(transport, middleware: [Retry(policy(budget), scheduler: scheduler)]), transport)
    }

    @Test func limitsRetriesToRatioOfRequests() throws {
        let (client, transport) = client(budget())
        for _ in 0..<200 {
            _ = Recorder(client.send(Anything<Int>()))
            try scheduler.run()
        }
        // The first attempts leave a full bucket of 5 tokens and then add 20. The first deposit exceeds the capacity.
        #expect(transport.requests.count == 200 + 5 + 19)
        #expect(decisions.entries.last?.action == .giveUp(.budget))
    }

    @Test func addsTokensOverTime() throws {
        let budget = budget(ratio: 0, minimumPerSecond: 2)
        let (client, transport) = client(budget)
        for _ in 0..<10 { _ = Recorder(client.send(Anything<Int>())) }
        try scheduler.run()
        #expect(transport.requests.count == 15)
        for (milliseconds, balance) in [(0, 0), (499, 0), (1, 1), (60_000, 5)] {
            scheduler.advance(by: .milliseconds(milliseconds))
            #expect(budget.balance == balance, "after \(milliseconds) ms")
        }
    }

    @Test func successesRefillBucket() throws {
        let budget = budget()
        let (failing, _) = client(budget)
        for _ in 0..<9 { _ = Recorder(failing.send(Anything<Int>())) }
        try scheduler.run()
        #expect(budget.balance == 0)
        let (succeeding, transport) = client(budget, status: .noContent)
        for _ in 0..<100 { _ = Recorder(succeeding.send(Endpoint<Void>("/"))) }
        try scheduler.run()
        #expect(transport.requests.count == 100)
        #expect(budget.balance == 5)
    }

    @Test func decisionReportsExhaustedBudget() throws {
        let budget = budget(capacity: 1)
        let recorder = Recorder(client(budget).0.send(Anything<Int>()))
        try scheduler.run()
        #expect(recorder.error is APIError)
        #expect(decisions.entries.map(\.action) == [.retry(after: .zero), .giveUp(.budget)])
        #expect(
            decisions.entries.last?.description.hasPrefix("attempt 2 of 3 failed, the retry budget is exhausted: ")
                == true)
    }

    @Test func takesTokensForRetriesOnly() throws {
        let budget = budget(ratio: 0)
        // One attempt, an error that is not retried, and a limit that is exceeded.
        for policy in [
            policy(budget, attempts: 1), policy(budget).retrying { _ in false },
            RetryPolicy.constantBackoff(attempts: 3, delay: .seconds(2)).within(.seconds(1)).within(budget),
        ] {
            _ = Observable<Int>.error(TestError("a")).retry(policy, scheduler: scheduler).record()
            try scheduler.run()
        }
        #expect(budget.balance == 5)
        _ = Observable<Int>.error(TestError("a")).retry(policy(budget), scheduler: scheduler).record()
        try scheduler.run()
        #expect(budget.balance == 3)
    }

    @Test func repetitionByOuterMiddlewareAddsNoTokens() {
        let budget = budget(ratio: 1)
        while budget.withdraw() {}
        let retry = Retry(policy(budget), scheduler: scheduler)
        let bench = MiddlewareBench(retry, StubTransport(scheduler: scheduler) { _ in .status(.noContent) })
        for (attempt, balance) in [(1, 1), (2, 1), (3, 1), (1, 2)] {
            _ = bench.record(get(), attempt: attempt)
            scheduler.advance(by: .zero)
            #expect(budget.balance == balance)
        }
    }

    @Test func concurrentRetriesShareBudget() {
        let budget = budget(ratio: 0, capacity: 100)
        let retries = Log<Void>()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<50 {
                let source = Observable<Int>.deferred {
                    retries.append(())
                    return .error(TestError("a"))
                }
                _ = source.retry(
                    .constantBackoff(attempts: 2, delay: .zero).within(budget), scheduler: ImmediateScheduler.shared
                ).record()
            }
        }
        #expect(retries.entries.count == 8 * 50 + 100)
    }

    @Test func limitsLoadOnLoopbackServer() throws {
        let server = try LoopbackServer { _ in .status(.serviceUnavailable) }
        defer { server.stop() }
        let client = Client(
            baseURL: server.baseURL,
            middleware: [Retry(policy(budget(ratio: 0.5)), scheduler: ImmediateScheduler.shared)])
        for _ in 0..<20 {
            #expect(throws: APIError.self) { try client.send(Anything<Int>()).wait(timeout: .seconds(60)) }
        }
        // Five initial tokens, and 0.5 for each request after the first.
        #expect(server.requests.count == 20 + 5 + 9)
    }
}
