import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite struct MiddlewareTests {
    private struct Recorded: Middleware {
        let name: String
        let log: Log<String>

        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            log.append("\(name) out")
            var request = request
            request.headerFields.append(HTTPField(name: .via, value: name))
            return next(request, body).do(onNext: { event in
                if case .head = event { log.append("\(name) in") }
            })
        }
    }

    private struct RetryTwice: Middleware {
        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            next(request, body).retry(3)
        }
    }

    private struct RefreshOn401: Middleware {
        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            next(request, body).interceptHead { head in
                guard head.status == .unauthorized else { return nil }
                var request = request
                request.headerFields[.authorization] = "Bearer refreshed"
                return next(request, body)
            }
        }
    }

    @Test func runsOutermostMiddlewareFirst() {
        let log = Log<String>()
        let transport = StubTransport { _ in
            log.append("sent")
            return .json("1")
        }
        let client = makeClient(transport, middleware: [Recorded(name: "a", log: log), Recorded(name: "b", log: log)])
        let value = client.send(Anything<Int>())
        #expect(log.entries.isEmpty)
        #expect(Recorder(value).hasSingleElement)
        #expect(log.entries == ["a out", "b out", "sent", "b in", "a in"])
        #expect(transport.requests.first?.headerFields[values: .via] == ["a", "b"])
    }

    /// Disposes the subscription when the head of a response arrives.
    private struct CancelAtHead: Middleware {
        let cancel: @Sendable () -> Void

        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            next(request, body).do(onNext: { _ in cancel() })
        }
    }

    private static let switching: [(HTTPResponse.Status, @Sendable (TestScheduler) -> any Middleware)] = [
        (.found, { _ in FollowRedirects() }), (.serviceUnavailable, { Retry(scheduler: $0) }),
        (.serviceUnavailable, { Hedging(after: .fixed(.milliseconds(500)), scheduler: $0) }),
    ]

    @Test(arguments: 0..<switching.count)
    func cancellationAtTheHeadIsNotReported(index: Int) {
        let (status, makeMiddleware) = Self.switching[index]
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in
            .respond(
                status: status, fields: [.location: "/other"], after: .seconds(1),
                chunks: [.init("x", after: .seconds(1))])
        }
        let subscription = Log<Disposable>()
        let cancel = CancelAtHead { subscription.entries.first?.dispose() }
        let undelivered = Log<String>()
        let handler: UndeliveredErrors.Handler = { undelivered.append("\($0)") }
        UndeliveredErrors.withHandler(handler) {
            let client = makeClient(transport, middleware: [makeMiddleware(scheduler), cancel])
            subscription.append(client.send(Anything<Int>()).subscribe())
            scheduler.advance(by: .seconds(10))
        }
        #expect(!transport.requests.isEmpty && transport.requests.allSatisfy(\.isCancelled))
        #expect(undelivered.entries.isEmpty)
    }

    @Test func runsInnerMiddlewareForEachAttempt() throws {
        let log = Log<String>()
        let transport = StubTransport { $0.number < 2 ? .fail(TransportError(.couldNotConnect)) : .json("1") }
        let client = makeClient(transport, middleware: [RetryTwice(), Recorded(name: "b", log: log)])
        #expect(Recorder(client.send(Anything<Int>())).hasSingleElement)
        #expect(log.entries == ["b out", "b out", "b out", "b in"])
        #expect(transport.requests.map { $0.headerFields[values: .via] } == [["b"], ["b"], ["b"]])
    }

    @Test func middlewareAndTransportReceiveContext() throws {
        let seen = Log<String>()
        let transport = StubTransport { _ in
            seen.append("sent in \(TraceKey.current)")
            return .json("1")
        }
        let client = makeClient(transport.coalescing(), middleware: [RetryTwice(), Traced(log: seen)])
        let value = client.send(Anything<Int>()).map { value in
            seen.append("received in \(TraceKey.current)")
            return value
        }
        #expect(Recorder(value.context(\.trace, "t-1")).hasSingleElement)
        #expect(transport.requests.first?.headerFields[.traceparent] == "t-1")
        #expect(seen.entries == ["attempt 1 of t-1", "sent in t-1", "received in t-1"])
        #expect(Recorder(client.send(Anything<Int>())).hasSingleElement)
        #expect(transport.requests.last?.headerFields[.traceparent] == "none")
    }

    @Test func middlewareCanChangeContextForInnerMiddleware() throws {
        struct Child: Middleware {
            func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
                next.attempt(2)(request, body).context(\.trace, "child of \(next.context.trace)")
            }
        }
        let seen = Log<String>()
        let client = makeClient(StubTransport { _ in .json("1") }, middleware: [Child(), Traced(log: seen)])
        #expect(Recorder(client.send(Anything<Int>()).context(\.trace, "t-1")).hasSingleElement)
        #expect(seen.entries == ["attempt 2 of child of t-1"])
    }

    private struct Traced: Middleware {
        let log: Log<String>

        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            log.append("attempt \(next.attempt) of \(next.context.trace)")
            var request = request
            request.headerFields[.traceparent] = next.context.trace
            return next(request, body)
        }
    }

    @Test func errorCountsAttempts() throws {
        let transport = StubTransport { _ in .fail(TransportError(.couldNotConnect, "refused")) }
        var client = makeClient(transport, middleware: [RetryTwice()])
        client.scheduler = TestScheduler()
        let error = try Recorder(client.send(Anything<Int>())).failure()
        #expect(error.attempts == 3)
        #expect(
            "\(error)" == """
                GET https://qiita.com/api/v2/anything failed: could not connect to host: refused
                Attempts: 3; earlier: the same after 0.000 s, 0.000 s
                """)
    }

    @Test func interceptHeadSwitchesExchange() throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { request in
            request.number == 0
                ? .respond(status: .unauthorized, chunks: [.init("no", after: .seconds(1))])
                : .json("7", after: .seconds(1))
        }
        let recorder = Recorder(makeClient(transport, middleware: [RefreshOn401()]).send(Anything<Int>()))
        scheduler.advance(by: .zero)
        #expect(transport.requests.map(\.state) == [.cancelled, .running])
        scheduler.advance(by: .seconds(1))
        #expect(recorder.values == [7])
        #expect(transport.requests.map { $0.headerFields[.authorization] } == [nil, "Bearer refreshed"])
    }

    @Test func interceptHeadIgnoresSecondHead() throws {
        let transport = StubTransport { _ in .status(.unauthorized) }
        let error = try Recorder(makeClient(transport, middleware: [RefreshOn401()]).send(Anything<Int>())).failure()
        #expect(error.stage == .status)
        #expect(error.attempts == 2)
    }

    @Test func middlewareRespondsWithoutTransport() {
        struct Canned: Middleware {
            func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
                .of(.head(HTTPResponse(status: .ok)), .chunk([UInt8(ascii: "5")]))
            }
        }
        let transport = StubTransport { _ in .never }
        #expect(Recorder(makeClient(transport, middleware: [Canned()]).send(Anything<Int>())).values == [5])
        #expect(transport.requests.isEmpty)
    }

    @Test func forwardsErrorOfNestedRequest() throws {
        struct Refreshing: Middleware {
            let client: Client
            func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
                client.send(Anything<String>(path: "/refresh")).flatMap { _ in next(request, body) }
            }
        }
        let client = makeClient(StubTransport { _ in .status(.forbidden) })
        let outer = makeClient(StubTransport { _ in .json("1") }, middleware: [Refreshing(client: client)])
        let error = try Recorder(outer.send(Tags())).failure()
        #expect(error.stage == .status)
        #expect(error.url == "https://qiita.com/api/v2/refresh")
    }
}

private enum TraceKey: StreamContextKey {
    @TaskLocal static var current = "none"

    static let defaultValue = "none"
    static var taskLocal: TaskLocal<String>? { $current }
}

extension StreamContext {
    fileprivate var trace: String {
        get { self[TraceKey.self] }
        set { self[TraceKey.self] = newValue }
    }
}

extension HTTPField.Name {
    fileprivate static let traceparent: Self = "traceparent"
}
