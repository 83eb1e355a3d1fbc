import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests the calls that an instrument receives for the exchanges of a client.
@Suite struct HTTPInstrumentTests {
    private let observer = TestHTTPInstrument()
    private let base = "https://qiita.com/api/v2"

    private func client(_ transport: any Transport, _ middleware: [any Middleware] = []) -> Client {
        var client = makeClient(transport, middleware: middleware)
        client.instruments = [observer]
        return client
    }

    @Test func reportsExchangeAndAttempt() {
        let client = client(StubTransport { _ in .json("1") })
        #expect(Recorder(client.send(Anything<Int>())).values == [1])
        #expect(
            observer.calls == [
                "Anything<Int> began", "exchange GET \(base)/anything", "attempt 1 GET \(base)/anything",
                "attempt 1 ended 200", "exchange completed, 1 attempts", "completed",
            ])
    }

    @Test func exchangesOfOperationHaveNameOfRequest() {
        let transport = StubTransport { request in
            switch request.number {
            case 0: .status(.accepted, fields: ["Operation-Location": "/operations/1"])
            case 1: .json(#"{"status":"succeeded","resourceLocation":"/result"}"#)
            default: .json("1")
            }
        }
        var client = client(transport)
        client.scheduler = ImmediateScheduler.shared
        #expect(Recorder(client.send(Anything<Int>(method: .post), polling: OperationPolling())).values == [1])
        let names = observer.calls.filter { $0.hasSuffix(" began") && !$0.hasPrefix("hop") }
        #expect(names == Array(repeating: "Anything<Int> began", count: 3))
    }

    @Test func reportsRetriesAndRedirects() {
        let transport = StubTransport { request in
            switch request.number {
            case 0: .status(.serviceUnavailable)
            case 1: .status(.found, fields: [.location: "https://other.example/x"])
            default: .json("1")
            }
        }
        let retry = Retry(.constantBackoff(attempts: 3, delay: .zero), scheduler: ImmediateScheduler.shared)
        let client = client(transport, [FollowRedirects(), retry])
        #expect(Recorder(client.send(Anything<Int>())).values == [1])
        #expect(
            observer.calls.filter { $0.hasPrefix("attempt") } == [
                "attempt 1 GET \(base)/anything", "attempt 1 of 3 failed", "attempt 1 ended 503",
                "attempt 2 GET \(base)/anything", "attempt 2 ended 302", "attempt 3 GET https://other.example/x",
                "attempt 3 ended 200",
            ])
        #expect(observer.calls.suffix(2) == ["exchange completed, 3 attempts", "completed"])
    }

    @Test func reportsTimersOfMiddleware() {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { request in
            request.number == 0 ? .status(.serviceUnavailable) : .json("1")
        }
        let retry = Retry(.constantBackoff(attempts: 3, delay: .seconds(1)), scheduler: scheduler)
        let recorder = Recorder(client(transport, [retry]).send(Anything<Int>()))
        scheduler.advance(by: .seconds(5))
        #expect(recorder.values == [1])
        #expect(Set(observer.calls).isSuperset(of: ["attempt 1 of 3 failed", "hop scheduled", "hop began"]))
    }

    @Test func reportsTimersOfCoalescedTransport() {
        let scheduler = TestScheduler()
        let transport = ClosureTransport { request, body in
            StubTransport { _ in .json("1") }.send(request, body: body)
                .delaySubscription(.seconds(1), scheduler: scheduler)
        }
        let recorder = Recorder(client(transport.coalescing()).send(Anything<Int>()))
        scheduler.advance(by: .seconds(5))
        #expect(recorder.values == [1])
        #expect(observer.calls.contains("hop scheduled") && observer.calls.contains("hop began"))
    }

    @Test func reportsFailureBeforeRequestIsSent() {
        let client = client(StubTransport { _ in .json("1") })
        _ = Recorder(client.send(Anything<Int>(baseURL: "ftp://a.example")))
        #expect(observer.calls.dropFirst(2) == ["exchange failed (request), 0 attempts", "Anything<Int> failed"])
    }

    @Test func reportsDisposalOnce() {
        let subscription = client(StubTransport { _ in .never }).send(Anything<Int>()).subscribe { _ in }
        subscription.dispose()
        subscription.dispose()
        let ends = ["attempt 1 ended without response", "disposed", "exchange disposed, 1 attempts"]
        #expect(observer.calls.dropFirst(3).sorted() == ends)
    }

    @Test(arguments: ["Anything<Int> began", "exchange GET", "attempt 1 GET", "attempt 1 ended"], [false, true])
    func disposalDuringCallEndsExchangeAndAttempts(call: String, hasMiddleware: Bool) {
        let stop = PublishSubject<Int>()
        let observer = TestHTTPInstrument { text in
            if text.hasPrefix(call) { stop.onNext(0) }
        }
        let transport = StubTransport { _ in .json("1") }
        var client = makeClient(transport, middleware: hasMiddleware ? [FollowRedirects(), Retry()] : [])
        client.instruments = [observer]
        #expect(Recorder(client.send(Anything<Int>()).take(until: stop.asObservable())).values.isEmpty)
        let calls = observer.calls
        func count(_ prefix: String) -> Int { calls.count { $0.hasPrefix(prefix) } }
        #expect(count("Anything<Int> began") == 1 && count("disposed") == 1)
        #expect(count("exchange GET") == count("exchange disposed"), "\(calls)")
        #expect(count("attempt 1 GET") == count("attempt 1 ended"), "\(calls)")
    }

    @Test func rejectedBodyEndsAttempt() {
        var client = client(StubTransport { _ in .json("[1, 2]") })
        client.bodyLimit = 1
        #expect(Recorder(client.send(Anything<Int>()).catch { _ in .never() }).values.isEmpty)
        for call in ["attempt 1 ended 200", "exchange failed (transport), 1 attempts"] {
            #expect(observer.calls.count { $0 == call } == 1, "\(call)")
        }
    }

    @Test func redactsSecretThatRedirectRepeats() throws {
        let transport = StubTransport { request in
            request.number == 0
                ? .status(.found, fields: [.location: "https://other.example/x/s3cr3t-t0ken"]) : .json("1")
        }
        let request = Anything<Int>(headerFields: [.authorization: "Bearer s3cr3t-t0ken"])
        let client = client(transport, [FollowRedirects()])
        #expect(Recorder(client.send(request)).values == [1])
        #expect(transport.requests.last?.path == "/x/s3cr3t-t0ken")
        #expect(observer.calls.contains("attempt 2 GET https://other.example/x/<redacted>"))
    }

    @Test(arguments: [false, true]) func retryRedactsSecretThatRedirectRepeats(fails: Bool) throws {
        let transport = StubTransport { request in
            switch request.number {
            case 0: .status(.found, fields: [.location: "https://other.example/x/s3cr3t-t0ken"])
            case 1 where fails: .fail(TransportError(.timeout, "s3cr3t-t0ken"))
            case 1: .status(.init(code: 503, reasonPhrase: "no s3cr3t-t0ken"), fields: ["X-Echo": "s3cr3t-t0ken"])
            default: .json("1")
            }
        }
        let request = Anything<Int>(headerFields: [.authorization: "Bearer s3cr3t-t0ken"])
        let decisions = DecisionLog()
        let policy = RetryPolicy.constantBackoff(attempts: 2, delay: .zero).onDecision { decisions.log.append($0) }
        let retry = Retry(policy, scheduler: ImmediateScheduler.shared)
        var client = client(transport, [FollowRedirects(), retry])
        client.instruments.append(decisions)
        #expect(Recorder(client.send(request)).values == [1])
        #expect(transport.requests.map(\.path).suffix(2) == ["/x/s3cr3t-t0ken", "/x/s3cr3t-t0ken"])
        #expect(decisions.log.entries.count == 2)
        for text in decisions.log.entries.map(dumped) {
            #expect(text.contains("https://other.example/x/<redacted>") && !text.contains("s3cr3t"), "\(text)")
        }
    }

    @Test func retryRedactsCookieThatInnerMiddlewareAdds() throws {
        let transport = StubTransport { request in
            if request.number > 0 { return .json("1") }
            let cookie = request.headerFields[.cookie] ?? "none"
            return .status(.init(code: 503, reasonPhrase: "no session for \(cookie)"))
        }
        let storage = CookieStorage()
        try storage.set(Cookie("session", "ck-9f83aa", domain: "qiita.com"))
        let decisions = DecisionLog()
        let retry = Retry(.constantBackoff(attempts: 2, delay: .zero), scheduler: ImmediateScheduler.shared)
        var client = client(transport, [retry, storage])
        client.instruments = [decisions]
        #expect(Recorder(client.send(Anything<Int>())).values == [1])
        #expect(transport.requests.first?.headerFields[.cookie] == "session=ck-9f83aa")
        let text = dumped(try #require(decisions.log.entries.first))
        #expect(text.contains("no session for") && !text.contains("ck-9f83aa"), "\(text)")
    }

    /// An instrument that records retry decisions.
    private final class DecisionLog: Instrument {
        let log = Log<RetryDecision>()

        func retryDecided(_ decision: RetryDecision, in subscription: InstrumentedSubscription) {
            log.append(decision)
        }
    }

    @Test func reportsStreamsAndDownloads() throws {
        let client = client(StubTransport { _ in .text("hello") })
        _ = Recorder(client.stream(Anything<Int>(), as: .chunks))
        #expect(observer.calls.contains("exchange completed, 1 attempts"))
        let files = try TemporaryFiles()
        let options = DownloadOptions(scheduler: ImmediateScheduler.shared)
        _ = Recorder(client.download(Anything<Int>(), to: files.path("a"), options: options))
        #expect(observer.calls.filter { $0 == "exchange completed, 1 attempts" }.count == 2)
    }

    @Test func instrumentsOfStreamAndFunctionObserveExchanges() {
        var client = client(StubTransport { _ in .json("1") })
        client.instruments = []
        _ = Recorder(client.send(Anything<Int>()).instrumented(by: observer, name: "tags"))
        let exchange = [
            "exchange GET \(base)/anything", "attempt 1 GET \(base)/anything", "attempt 1 ended 200",
            "exchange completed, 1 attempts", "completed",
        ]
        #expect(observer.calls == ["tags began"] + exchange)
        let other = TestHTTPInstrument()
        withInstrument(other) { _ = client.send(Anything<Int>()).subscribe { _ in } }
        #expect(other.calls == ["subscribe began"] + exchange)
    }

    @Test func callSiteBelongsToEnclosingSubscription() throws {
        final class Sites: Instrument {
            let log = Log<String>()

            func subscriptionBegan(_ subscription: InstrumentedSubscription) {
                log.append("\(subscription.file):\(subscription.line)")
            }
        }
        let sites = Sites()
        var client = makeClient(StubTransport { _ in .json("1") })
        client.instruments = [sites]
        let files = try TemporaryFiles()
        let options = DownloadOptions(scheduler: ImmediateScheduler.shared)
        let line = #line + 1
        _ = client.send(Anything<Int>()).subscribe { _ in }
        _ = Observable.of(1).concatMap { [client] _ in client.stream(Anything<Int>(), as: .chunks) }.subscribe { _ in }
        _ = client.download(Anything<Int>(), to: files.path("a"), options: options).subscribe { _ in }
        _ = client.send(Anything<Int>()).instrumented(by: observer).map { $0 }.subscribe { _ in }
        #expect(sites.log.entries == (0..<4).map { "\(#fileID):\(line + $0)" })
    }

    @Test func exchangeOfInnermostSubscriptionIsReportedOncePerInstrument() {
        let client = client(StubTransport { _ in .json("1") })
        _ = Recorder(client.send(Anything<Int>()).instrumented(by: observer, name: "tags"))
        #expect(observer.calls.filter { $0.hasPrefix("exchange GET") }.count == 1)
        #expect(observer.calls.prefix(2) == ["tags began", "Anything<Int> began"])
    }

    @Test func requestsOfInstrumentAreNotReported() {
        final class Exporter: HTTPInstrument {
            let client = Log<Client>()
            let count = Log<Int>()

            func exchangeEnded(_ exchange: InstrumentedExchange, _ metrics: ExchangeMetrics) {
                count.append(1)
                for client in client.entries { _ = Recorder(client.send(Anything<Int>())) }
            }
        }
        let exporter = Exporter()
        let transport = StubTransport { _ in .json("1") }
        var client = makeClient(transport)
        client.instruments = [exporter]
        exporter.client.append(client)
        _ = Recorder(client.send(Anything<Int>()))
        #expect(exporter.count.entries.count == 1)
        #expect(transport.requests.count == 2)
    }
}
