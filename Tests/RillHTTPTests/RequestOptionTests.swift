import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import Testing

/// Tests the attempt timeout, the middleware and the error decoder of a request.
@Suite struct RequestOptionTests {
    private let scheduler = TestScheduler()

    private func client(_ middleware: [any Middleware] = [], _ handler: @escaping StubTransport.Handler) -> (
        Client, StubTransport
    ) {
        let transport = StubTransport(scheduler: scheduler, handler)
        return (makeClient(transport, scheduler, middleware: middleware), transport)
    }

    private func endpoint(_ limit: Duration?) -> Endpoint<Int> {
        var endpoint = Endpoint<Int>("/x")
        endpoint.options.attemptTimeout = limit
        return endpoint
    }

    private func retry(_ attempts: Int = 3) -> Retry {
        Retry(.constantBackoff(attempts: attempts, delay: .seconds(1)), scheduler: scheduler)
    }

    // MARK: Attempt timeout

    @Test func attemptTimeoutFailsWithoutResponseHead() throws {
        let (client, transport) = client { _ in .never }
        let recorder = Recorder(client.send(endpoint(.seconds(2))))
        scheduler.advance(by: .milliseconds(1_999))
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .milliseconds(1))
        let error = try #require(recorder.error as? APIError)
        #expect(error.stage == .transport)
        #expect((error.underlying as? TransportError)?.reason == .firstByte)
        #expect(error.transportCode == .timeout)
        #expect(error.history.first?.failure?.code == .timeout)
        #expect(error.reason == "timed out after 2 s waiting for the response head")
        #expect(transport.requests.map(\.isCancelled) == [true])
        #expect(scheduler.pendingCount == 0)
    }

    /// After a suspension, the data that has arrived meanwhile is read first.
    @Test(arguments: [(0, 2_050, []), (30, 2_050, [7]), (30, 2_150, [])])
    func attemptTimeoutIsExtendedOnceAfterASuspension(seconds: Int64, arrival: Int, values: [Int]) {
        let clock = SuspendedScheduler(scheduler)
        let transport = StubTransport(scheduler: scheduler) { _ in .json("7", after: .milliseconds(arrival)) }
        let recorder = Recorder(makeClient(transport, clock).send(endpoint(.seconds(2))))
        clock.suspend(forSeconds: seconds)
        scheduler.advance(by: .seconds(3))
        #expect(recorder.values == values)
        #expect((recorder.error as? APIError)?.transportCode == (values.isEmpty ? .timeout : nil))
    }

    @Test func retryRepeatsTimedOutAttempts() throws {
        let (client, transport) = client([retry()]) { $0.number == 2 ? .json("7") : .never }
        let recorder = Recorder(client.send(endpoint(.seconds(2))))
        try scheduler.run()
        #expect(recorder.values == [7])
        #expect(transport.requests.map { $0.sent?.tick } == [0, 3, 6])
    }

    @Test func attemptTimeoutDoesNotLimitBodyOrMiddleware() throws {
        let (client, _) = client([ConcurrencyLimit(1, scheduler: scheduler)]) { _ in
            .respond(after: .seconds(1), chunks: [.init("7", after: .seconds(9))])
        }
        let recorders = (0..<3).map { _ in Recorder(client.send(endpoint(.seconds(2)))) }
        try scheduler.run()
        #expect(recorders.map(\.values) == [[7], [7], [7]])
        #expect(scheduler.now == .seconds(30))
    }

    @Test func attemptTimeoutLimitsBodyOfRejectedResponse() throws {
        let (client, transport) = client { _ in
            .respond(status: 503, chunks: [.init("a", after: .seconds(1)), .init("b", after: .seconds(9))])
        }
        let recorder = Recorder(client.stream(endpoint(.seconds(2)), as: .lines))
        try scheduler.run()
        let error = try #require(recorder.error as? APIError)
        #expect(error.status == 503)
        #expect(error.bodyPrefix == "a")
        #expect(scheduler.now == .seconds(2))
        #expect(transport.requests.map(\.isCancelled) == [true])
    }

    @Test func attemptTimeoutAppliesToStreams() throws {
        let (client, _) = client { request in
            request.number == 0
                ? .respond(after: .seconds(3)) : .respond(after: .seconds(1), chunks: [.init("a", after: .seconds(9))])
        }
        let recorders = (0..<2).map { _ in Recorder(client.stream(endpoint(.seconds(2)), as: .lines)) }
        try scheduler.run()
        #expect(((recorders[0].error as? APIError)?.underlying as? TransportError)?.code == .timeout)
        #expect(recorders[1].values == ["a"])
    }

    @Test func disposalCancelsAttemptTimeout() {
        let ledger = Ledger()
        ledger.watch {
            let (client, transport) = client { _ in .never }
            let (_, subscription) = client.send(endpoint(.seconds(2))).record()
            scheduler.advance(by: .seconds(1))
            subscription.dispose()
            #expect(scheduler.pendingCount == 0)
            #expect(transport.requests.map(\.isCancelled) == [true])
        }
        #expect(ledger.leakReport == nil)
    }

    @Test func attemptTimeoutMustBePositive() {
        let (client, transport) = client { _ in .never }
        let recorder = Recorder(client.send(endpoint(.zero)))
        let error = recorder.error as? APIError
        #expect(error?.stage == .request)
        #expect(transport.requests.isEmpty)
        #expect(error?.reason == "invalid request: the attempt timeout must be greater than zero, got 0.0 seconds")
    }

    @Test func disposalDuringResponseHeadReportsNoError() throws {
        /// Disposes a subscription when the head has left the transport.
        struct DisposingTransport: Transport {
            let base: StubTransport
            let subscriptions: Log<Disposable>

            func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
                base.send(request, body: body).map { event in
                    if case .head = event { subscriptions.entries.first?.dispose() }
                    return event
                }
            }
        }
        let errors = Log<any Error>()
        let handler: UndeliveredErrors.Handler = { errors.append($0) }
        let recorder = try UndeliveredErrors.withHandler(handler) {
            let transport = DisposingTransport(
                base: StubTransport(scheduler: scheduler) { _ in .json("7", after: .seconds(1)) },
                subscriptions: Log<Disposable>())
            let client = Client(baseURL: "https://a.example", transport: transport, scheduler: scheduler)
            let (recorder, subscription) = client.send(endpoint(.seconds(2))).record()
            transport.subscriptions.append(subscription)
            try scheduler.run()
            return recorder
        }
        #expect(recorder.events.isEmpty)
        #expect(errors.entries.isEmpty)
        #expect(scheduler.pendingCount == 0)
    }

    @Test func attemptTimeoutCancelsRequestToLoopbackServer() async throws {
        let gate = LoopbackServer.Gate()
        let count = Log<Void>()
        let server = try LoopbackServer { _ in
            count.append(()).count == 1 ? .steps([.wait(for: gate), .head(), .bytes("1"), .finish()]) : .json("2")
        }
        defer {
            gate.open()
            server.stop()
        }
        let client = Client(
            baseURL: server.baseURL,
            middleware: [Retry(.constantBackoff(attempts: 2, delay: .zero), scheduler: scheduler)],
            scheduler: scheduler)
        let (recorder, _) = client.send(endpoint(.seconds(2))).record()
        // The handler of the first request has run, so that the second request gets the other response.
        await count.wait(for: 1)
        scheduler.advance(by: .seconds(2))
        #expect(try await server.waitForEnd(ofConnection: 1, timeout: .seconds(60)).end == .byClient)
        #expect(await recorder.waitForEnd())
        #expect(recorder.values == [2])
        #expect(server.requests.count == 2)
    }

    // MARK: Middleware

    private struct Mark: Middleware {
        let name: String

        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            var request = request
            request.headerFields["X-Marks"] = (request.headerFields["X-Marks"] ?? "") + name
            return next(request, body)
        }
    }

    @Test func middlewareOfRequestWrapsClientMiddleware() throws {
        let (client, transport) = client([Mark(name: "c"), Mark(name: "d")]) { _ in .json("7") }
        var endpoint = Endpoint<Int>("/x")
        endpoint.options.middleware = [Mark(name: "a"), Mark(name: "b")]
        let recorder = Recorder(client.send(endpoint))
        try scheduler.run()
        #expect(recorder.values == [7])
        #expect(transport.requests.map { $0.headerFields["X-Marks"] } == ["abcd"])
    }

    @Test func middlewareOfRequestWorksWithoutClientMiddleware() throws {
        let (client, transport) = client { $0.number == 0 ? .status(.serviceUnavailable) : .json("7") }
        var endpoint = Endpoint<Int>("/x")
        endpoint.options.middleware = [retry()]
        let recorders = [Recorder(client.send(endpoint)), Recorder(client.stream(endpoint, as: .lines).map { _ in 0 })]
        try scheduler.run()
        #expect(recorders.map(\.values) == [[7], [0]])
        #expect(transport.requests.count == 3)
    }

    @Test(arguments: [false, true]) func fieldOfRequestMiddlewareSeparatesResponses(isCached: Bool) throws {
        let cache = ResponseCache(freshnessClock: scheduler)
        var (client, transport) = client { _ in
            .json("7", fields: [.cacheControl: "max-age=60"], after: .seconds(1))
        }
        client.transport = isCached ? transport.caching(in: cache) : transport.coalescing()
        for name in ["a", "a", "b"] {
            var endpoint = Endpoint<Int>("/x")
            endpoint.options.middleware = [Mark(name: name)]
            _ = Recorder(client.send(endpoint))
            if isCached { try scheduler.run() }
        }
        try scheduler.run()
        #expect(transport.requests.map { $0.headerFields["X-Marks"] } == ["a", "b"])
    }

    // MARK: Error decoder

    private struct OtherError: Error, Decodable, Equatable {
        var code: Int
    }

    @Test func errorDecoderOverridesClientErrorDecoder() throws {
        let (client, _) = client { _ in .json(#"{"code": 4, "message": "m", "type": "t"}"#, status: .notFound) }
        var endpoint = Endpoint<Int>("/x")
        let first = Recorder(client.send(endpoint))
        endpoint.options.errorDecoder = .json(OtherError.self)
        let second = Recorder(client.send(endpoint))
        let third = Recorder(client.stream(endpoint, as: .lines))
        endpoint.options.errorDecoder = ErrorDecoder.none
        let fourth = Recorder(client.send(endpoint))
        try scheduler.run()
        let errors = [first.error, second.error, third.error, fourth.error].map { $0 as? APIError }
        #expect(errors[0]?.underlying as? ServiceError == ServiceError(message: "m", type: "t"))
        for error in errors[1...2] { #expect(error?.underlying as? OtherError == OtherError(code: 4)) }
        #expect(errors[3]?.stage == .status)
        #expect(errors[3]?.underlying == nil)
    }
}
