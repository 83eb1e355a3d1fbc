import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import RillTesting
import Testing

@Suite struct HedgingTests {
    let scheduler = TestScheduler()

    func hedging(
        after delay: Hedging.Delay = .fixed(.seconds(2)), maxAttempts: Int = 2, tokens: Int = 100
    ) -> Hedging {
        Hedging(
            after: delay, maxAttempts: maxAttempts,
            budget: RetryBudget(ratio: 0, minimumPerSecond: 0, capacity: tokens, scheduler: scheduler),
            scheduler: scheduler)
    }

    func bench(_ hedging: Hedging, _ responses: StubTransport.Response...) -> MiddlewareBench<Hedging> {
        MiddlewareBench(hedging, StubTransport(scheduler: scheduler) { responses[min($0.number, responses.count - 1)] })
    }

    /// Sends a request, and runs all scheduled work.
    func send(
        _ bench: MiddlewareBench<Hedging>, _ request: HTTPRequest = get(), body: HTTPBody? = nil
    ) throws -> RecordedExchange {
        let exchange = bench.record(request, body: body)
        try scheduler.run()
        return exchange
    }

    func sent(_ bench: MiddlewareBench<Hedging>) -> [Int?] { bench.transport.requests.map { $0.sent?.tick } }

    // MARK: Responses

    @Test func fastResponseIsNotHedged() throws {
        let bench = bench(hedging(), .text("a", after: .milliseconds(1_999)))
        #expect(try send(bench).response == "200 a")
        #expect(sent(bench) == [0])
        #expect(scheduler.now == .milliseconds(1_999))
    }

    @Test func longestDelayDoesNotOverflow() throws {
        let bench = bench(hedging(after: .fixed(.seconds(Int64.max)), maxAttempts: 40), .text("a"))
        #expect(try send(bench).response == "200 a")
    }

    @Test(arguments: [4, .max]) func startsSeveralAttempts(maxAttempts: Int) throws {
        let bench = bench(hedging(maxAttempts: maxAttempts), .never, .never, .never, .text("a", after: .seconds(1)))
        #expect(try send(bench).response == "200 a")
        #expect(sent(bench) == [0, 2, 4, 6])
        #expect(bench.transport.requests.map(\.isCancelled) == [true, true, true, false])
        #expect(scheduler.pendingCount == 0)
    }

    @Test func firstResponseWinsAndOtherIsCanceled() throws {
        for (first, expected) in [(9, "200 b"), (4, "200 a")] {
            let scheduler = TestScheduler()
            let transport = StubTransport(scheduler: scheduler) {
                $0.number == 0 ? .text("a", after: .seconds(first)) : .text("b", after: .seconds(3))
            }
            let hedging = Hedging(after: .fixed(.seconds(2)), scheduler: scheduler)
            let exchange = MiddlewareBench(hedging, transport).record(get())
            try scheduler.run()
            #expect(exchange.response == expected)
            #expect(transport.requests.map(\.isCancelled) == (first == 9 ? [true, false] : [false, true]))
            #expect(scheduler.pendingCount == 0)
        }
    }

    @Test func responseHeadIsSufficientToWin() throws {
        let bench = bench(
            hedging(), .respond(after: .seconds(1), chunks: [.init("a", after: .seconds(60))]), .text("b"))
        #expect(try send(bench).response == "200 a")
        #expect(sent(bench) == [0])
    }

    @Test func failureLosesToRunningAttempt() throws {
        for failure in [
            StubTransport.Response.fail(TransportError(.closedEarly), after: .seconds(3)),
            .text("failed", status: .serviceUnavailable, after: .seconds(3)),
        ] {
            let bench = bench(hedging(), failure, .text("b", after: .seconds(5)))
            #expect(try send(bench).response == "200 b")
        }
    }

    @Test func lastFailureIsForwarded() throws {
        let bench = bench(
            hedging(), .fail(TransportError(.closedEarly), after: .seconds(3)),
            .text("failed", status: .serviceUnavailable, after: .seconds(5)))
        #expect(try send(bench).response == "503 failed")
        let other = self.bench(
            hedging(), .text("failed", status: .serviceUnavailable, after: .seconds(3)),
            .fail(TransportError(.closedEarly), after: .seconds(5)))
        let second = try send(other)
        #expect((second.error as? TransportError)?.code == .closedEarly)
        #expect(second.events.count == 1)
    }

    @Test func failureBeforeDelayIsForwarded() throws {
        let bench = bench(hedging(), .fail(TransportError(.closedEarly), after: .seconds(1)))
        let exchange = try send(bench)
        #expect((exchange.error as? TransportError)?.code == .closedEarly)
        #expect(sent(bench) == [0])
        #expect(scheduler.now == .seconds(1))
    }

    @Test func failureOfWinningBodyIsForwarded() throws {
        let bench = bench(
            hedging(),
            .respond(
                after: .seconds(3), chunks: [.init("a", after: .seconds(1))], then: .fail(TransportError(.closedEarly))),
            .text("b", after: .seconds(9)))
        let exchange = try send(bench)
        #expect(exchange.text == "a")
        #expect((exchange.error as? TransportError)?.code == .closedEarly)
    }

    // MARK: Hedged requests

    @Test func hedgesSafeRequestsWithRepeatableBodiesOnly() throws {
        let stream = HTTPBody.stream(.just([1]))
        let cases: [(HTTPRequest.Method, HTTPFields, HTTPBody?, Int)] = [
            (.get, [:], nil, 2), (.head, [:], nil, 2), (.options, [:], HTTPBody("x"), 2), (.options, [:], stream, 1),
            (.put, [:], HTTPBody("x"), 1), (.delete, [:], nil, 1), (.post, [:], HTTPBody("x"), 1),
            (.patch, [:], nil, 1),
            (.post, ["Idempotency-Key": "1"], HTTPBody("x"), 1),
        ]
        for (method, fields, body, count) in cases {
            let bench = bench(hedging(), .text("a", after: .seconds(3)))
            #expect(try send(bench, makeRequest(method, "https://a.example/", fields), body: body).response == "200 a")
            #expect(bench.transport.requests.count == count, "\(method)")
            if body?.bytes != nil { #expect(bench.transport.requests.allSatisfy { $0.bodyText == "x" }) }
        }
    }

    @Test func requestDeclaredAsNotIdempotentIsSentOnce() throws {
        let bench = bench(hedging(), .text("a", after: .seconds(3)))
        var request = get()
        request.isIdempotent = false
        #expect(try send(bench, request).response == "200 a")
        #expect(bench.transport.requests.count == 1)
    }

    @Test func errorOfDuplicateDoesNotReplaceSuccess() throws {
        // A server that processes the first attempt rejects a second one.
        let cases: [(HTTPRequest.Method, HTTPFields, HTTPResponse.Status)] = [
            (.post, ["Idempotency-Key": "1"], .conflict), (.delete, [:], .notFound), (.put, ["If-Match": "\"1\""], 412),
        ]
        for (method, fields, status) in cases {
            let bench = bench(hedging(), .text("a", after: .seconds(9)), .status(status))
            #expect(try send(bench, makeRequest(method, "https://a.example/", fields)).response == "200 a")
            #expect(bench.transport.requests.count == 1)
        }
    }

    @Test func customRequestsAndStatusesLoseToRunningAttempt() throws {
        var hedging = hedging()
        hedging.isRepeatable = { $0.method == .get || $0.headerFields.contains("Idempotency-Key") }
        hedging.statuses.insert(409)
        let bench = bench(hedging, .text("a", after: .seconds(9)), .status(.conflict))
        #expect(try send(bench, makeRequest(.post, "https://a.example/", ["Idempotency-Key": "1"])).response == "200 a")
        #expect(bench.transport.requests.count == 2)
        #expect(bench.transport.requests.first?.isCancelled == false)
    }

    // MARK: Delay and budget

    @Test func requestsThatWaitInLimitAreNotHedged() throws {
        let transport = StubTransport(scheduler: scheduler) { _ in .json("7", after: .milliseconds(1_500)) }
        let client = makeClient(transport, middleware: [hedging(), ConcurrencyLimit(2, scheduler: scheduler)])
        let recorders = (0..<3).map { _ in Recorder(client.send(Anything<Int>())) }
        try scheduler.run()
        // The third request waits for 1.5 seconds, and its response arrives after 3 seconds.
        #expect(recorders.map(\.values) == [[7], [7], [7]])
        #expect(transport.requests.count == 3)
    }

    @Test func waitingTimeIsNotResponseTime() throws {
        let transport = StubTransport(scheduler: scheduler) { request in
            .json("7", after: .milliseconds(request.number < 20 ? 100 : 900))
        }
        let client = makeClient(
            transport, middleware: [hedging(after: .percentile(0.5)), ConcurrencyLimit(1, scheduler: scheduler)])
        for _ in 0..<20 { _ = Recorder(client.send(Anything<Int>())) }
        try scheduler.run()
        let start = scheduler.now
        let recorder = Recorder(client.send(Anything<Int>()))
        scheduler.advance(by: .milliseconds(100))
        // The hedged attempt starts after 100 ms, and waits for the slot of the first one.
        #expect(scheduler.now == start + .milliseconds(100))
        #expect(scheduler.pendingCount == 1)
        try scheduler.run()
        #expect(recorder.values == [7])
        #expect(transport.requests.count == 21)
    }

    @Test func retriesDoNotAddToBudget() throws {
        let budget = RetryBudget(ratio: 1, minimumPerSecond: 0, capacity: 10, scheduler: scheduler)
        while budget.withdraw() {}
        let transport = StubTransport(scheduler: scheduler) { _ in .status(.serviceUnavailable) }
        let client = makeClient(
            transport,
            middleware: [
                Retry(.constantBackoff(attempts: 3, delay: .seconds(1)), scheduler: scheduler),
                Hedging(after: .fixed(.seconds(9)), budget: budget, scheduler: scheduler),
            ])
        _ = Recorder(client.send(Anything<Int>()))
        try scheduler.run()
        #expect(transport.requests.count == 3)
        #expect(budget.balance == 1)
    }

    @Test func percentileIsAtLeastOneMillisecond() throws {
        let transport = StubTransport(scheduler: scheduler) {
            $0.number < 20 ? .text("a") : .text("a", after: .seconds(1))
        }
        let bench = MiddlewareBench(hedging(after: .percentile(0.5)), transport)
        for _ in 0..<20 { _ = bench.record(get()) }
        try scheduler.run()
        _ = bench.record(get())
        scheduler.advance(by: .microseconds(999))
        #expect(transport.requests.count == 21)
        scheduler.advance(by: .microseconds(1))
        #expect(transport.requests.count == 22)
        try scheduler.run()
    }

    @Test func budgetLimitsAttempts() throws {
        let bench = bench(hedging(tokens: 3), .text("a", after: .seconds(3)))
        let exchanges = (0..<10).map { _ in bench.record(get()) }
        try scheduler.run()
        #expect(exchanges.allSatisfy { $0.response == "200 a" })
        #expect(bench.transport.requests.count == 13)
    }

    @Test func defaultBudgetAllowsTenPercent() throws {
        let transport = StubTransport(scheduler: scheduler) { _ in .text("a", after: .milliseconds(2)) }
        let bench = MiddlewareBench(Hedging(after: .fixed(.milliseconds(1)), scheduler: scheduler), transport)
        for _ in 0..<1_000 {
            _ = bench.record(get())
            scheduler.advance(by: .milliseconds(2))
        }
        // Ten initial tokens, 99.9 for the requests after the first, and almost two for two seconds.
        #expect(transport.requests.count == 1_111)
    }

    @Test func percentileNeedsTwentyResponses() throws {
        let transport = StubTransport(scheduler: scheduler) { request in
            .text("a", after: .milliseconds(request.number < 20 ? request.number * 10 : 500))
        }
        let bench = MiddlewareBench(hedging(after: .percentile(0.9)), transport)
        for _ in 0..<20 {
            _ = bench.record(get())
            try scheduler.run()
        }
        #expect(transport.requests.count == 20)
        let start = scheduler.now
        _ = bench.record(get())
        // The response times are 0, 10, …, 190 ms. The 18th of 20 is 170 ms.
        scheduler.advance(by: .milliseconds(169))
        #expect(transport.requests.count == 21)
        scheduler.advance(by: .milliseconds(1))
        #expect(transport.requests.count == 22)
        try scheduler.run()
        #expect(scheduler.now == start + .milliseconds(500))
    }
}
