import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillTracing

/// Tests the file that a recorder writes in virtual time.
@Suite struct TraceRecorderTests {
    private let scheduler = TestScheduler()
    private let files: TemporaryFiles
    private let path: String

    init() throws {
        files = try TemporaryFiles()
        path = files.path("trace.json")
    }

    private func recorder(eventLimit: Int = 1_000, capacity: Int = 100) throws -> TraceRecorder {
        try TraceRecorder(
            path: path, eventLimit: eventLimit, capacity: capacity, limits: .init(file: 128 << 20),
            scheduler: scheduler, disk: ImmediateScheduler.shared)
    }

    private func trace(_ recorder: TraceRecorder, _ location: SourceLocation = #_sourceLocation) throws -> RecordedTrace
    {
        try recorder.close()
        let trace = try RecordedTrace(path: path)
        trace.check(sourceLocation: location)
        return trace
    }

    /// Records a stream until no work is scheduled, and returns the trace.
    private func trace<Element>(
        of stream: Observable<Element>, name: String = "a", eventLimit: Int = 1_000,
        _ location: SourceLocation = #_sourceLocation
    ) throws -> RecordedTrace {
        let recorder = try recorder(eventLimit: eventLimit)
        _ = Recorder(stream.instrumented(by: recorder, name: name))
        try scheduler.run()
        return try trace(recorder, location)
    }

    // MARK: Streams

    @Test func recordsSubscriptionsAndElementsWithTheirTimes() throws {
        let recorder = try recorder()
        let source = PublishSubject<Int>()
        scheduler.advance(by: .seconds(1))
        _ = Recorder(source.checkpoint("source").instrumented(by: recorder, name: "numbers"))
        scheduler.advance(by: .milliseconds(2))
        source.onNext(1)
        scheduler.advance(by: .nanoseconds(1_500))
        source.onNext(2)
        scheduler.advance(by: .seconds(3))
        source.onCompleted()
        let trace = try trace(recorder)
        #expect(trace.slices == ["1: numbers 1000000+3002001.5"])
        #expect(
            trace.instants == [
                "1: source 1002000", "1: element 1002000", "1: source 1002001.5", "1: element 1002001.5",
                "1: source 4002001.5", "1: completed 4002001.5",
            ])
        #expect(trace.events("i").prefix(2).map(\.cat) == ["checkpoint,next", "next"])
        #expect(trace.events("i").suffix(2).map(\.cat) == ["checkpoint,completed", "completed"])
        let slice = try #require(trace.events("X").first)
        #expect(slice["outcome"] == "completed" && slice["elements"] == "2" && slice["omittedEvents"] == nil)
        #expect(slice["site"]?.hasPrefix("RillHTTPTests/TraceRecorderTests.swift:") == true)
        #expect(trace.tracks == [1: "numbers"])
    }

    @Test func drawsWorkOnTrackOfScheduler() throws {
        let recorder = try recorder()
        let stream = Observable.of(1).delay(.seconds(2), scheduler: scheduler)
        let recorded = Recorder(stream.instrumented(by: recorder, name: "late"))
        scheduler.advance(by: .seconds(5))
        #expect(recorded.values == [1])
        let trace = try trace(recorder)
        let tracks = trace.tracks
        #expect(tracks[1] == "late" && tracks[2]?.hasSuffix("TestScheduler") == true && tracks.count == 2)
        #expect(trace.slices.contains("2: late 2000000+0"))
        let start = try #require(trace.events("s").first)
        let end = try #require(trace.events("f").first)
        #expect(start.tid == 1 && start.ts == 0)
        #expect(end.tid == 2 && end.ts == 2_000_000)
    }

    @Test func canceledWorkHasNoArrow() throws {
        let recorder = try recorder()
        let stream = Observable.of(1).delay(.seconds(2), scheduler: scheduler)
        stream.instrumented(by: recorder, name: "late").subscribe { _ in }.dispose()
        let trace = try trace(recorder)
        #expect(trace.slices == ["1: late 0+0"])
        #expect(trace.events("s").isEmpty && trace.events("f").isEmpty)
        #expect(trace.events("X").first?["outcome"] == "disposed")
    }

    @Test func countsBufferedElements() throws {
        let counters = try trace(of: Observable.from(0..<20).observeOn(scheduler, bufferSize: 8)).events("C")
        #expect(counters.prefix(2).map { $0["events"] } == ["6", "2"] && counters.last?["events"] == "0")
        #expect(Set(counters.map(\.name)) == ["observeOn buffer"] && Set(counters.map(\.id)).count == 1)
    }

    @Test func recordsRetriesWithKindOfError() throws {
        let policy = RetryPolicy.constantBackoff(attempts: 2, delay: .seconds(1))
        let trace = try trace(of: Observable<Int>.error(TestError("secret")).retry(policy, scheduler: scheduler))
        #expect(trace.instants == ["1: retry 0", "1: retry 1000000", "1: error 1000000"])
        let retries = trace.events("i").filter { $0.cat == "retry" }
        #expect(retries.map { $0["next"] } == ["in 1.0 seconds", "none: attempts"])
        #expect(retries.allSatisfy { $0["error"] == "TestError" })
        #expect(trace.events("X").first { $0.cat == "subscription" }?["error"] == "TestError")
    }

    // MARK: Exchanges

    /// A transport that reports phases and responds after one second.
    private struct MeasuredTransport: Transport {
        let scheduler: TestScheduler
        let statuses: Log<HTTPResponse.Status>

        func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
            var metrics = TransportMetrics()
            metrics.queue = .milliseconds(100)
            metrics.connect = .milliseconds(200)
            metrics.firstByte = .milliseconds(300)
            // Longer than the attempt in virtual time.
            metrics.transfer = .seconds(9)
            metrics.isConnectionReused = false
            metrics.httpVersion = "1.1"
            let number = statuses.append(.ok).count
            let status: HTTPResponse.Status = number == 1 ? .serviceUnavailable : .ok
            return Observable<TransportEvent>.of(.head(HTTPResponse(status: status)), .chunk(Array("1".utf8)))
                .delay(.seconds(1), scheduler: scheduler)
                .do(onNext: { [metrics] _ in request.transportDelegate?.didMeasure(metrics) })
        }
    }

    @Test func nestsPhasesAttemptsAndExchange() throws {
        let recorder = try recorder()
        let transport = MeasuredTransport(scheduler: scheduler, statuses: Log())
        let retry = Retry(.constantBackoff(attempts: 2, delay: .seconds(5)), scheduler: scheduler)
        var client = Client(baseURL: "https://example.com", transport: transport, middleware: [retry])
        client.instruments = [recorder]
        let recorded = Recorder(client.send(Anything<Int>()))
        scheduler.advance(by: .seconds(10))
        #expect(recorded.values == [1])
        let trace = try trace(recorder)
        #expect(
            trace.slices.filter { $0.hasPrefix("1:") } == [
                "1: Anything<Int> 0+7000000", "1: GET https://example.com/anything 0.001+6999999.999",
                "1: attempt 1 0.002+999999.998", "1: queue 0.002+100000", "1: connect 100000.002+200000",
                "1: first byte 300000.002+300000", "1: transfer 600000.002+399999.998",
                "1: attempt 2 6000000+1000000", "1: queue 6000000+100000", "1: connect 6100000+200000",
                "1: first byte 6300000+300000", "1: transfer 6600000+400000",
            ])
        let attempts = trace.events("X").filter { $0.cat == "attempt" }
        #expect(attempts.map { $0["status"] } == ["503", "200"])
        #expect(attempts.allSatisfy { $0["isConnectionReused"] == "false" && $0["httpVersion"] == "1.1" })
        let exchange = try #require(trace.events("X").first { $0.cat == "exchange" })
        #expect(exchange["status"] == "200" && exchange["bytes"] == "1" && exchange["outcome"] == "completed")
        #expect(attempts.allSatisfy { $0["id"] == exchange["id"] })
    }

    @Test func concurrentExchangesOfSubscriptionHaveTheirOwnTracks() throws {
        let recorder = try recorder()
        let transport = StubTransport(scheduler: scheduler) { request in
            .respond(chunks: [.init("1", after: .seconds(request.number + 1))])
        }
        let client = makeClient(transport)
        let stream = Observable.from(0..<3).flatMap { _ in client.send(Anything<Int>()) }
        let recorded = Recorder(stream.instrumented(by: recorder, name: "all"))
        try scheduler.run()
        #expect(recorded.values == [1, 1, 1])
        let trace = try trace(recorder)
        let exchanges = trace.events("X").filter { $0.cat == "exchange" }
        #expect(Set(exchanges.map(\.tid)).count == 3 && exchanges.map(\.end) == [1e6, 2e6, 3e6])
        #expect(exchanges.first?.tid == 1)
    }

    @Test func disposedExchangeEndsWithSubscription() throws {
        let recorder = try recorder()
        var client = makeClient(StubTransport { _ in .never })
        client.instruments = [recorder]
        let subscription = client.send(Anything<Int>()).subscribe { _ in }
        scheduler.advance(by: .seconds(1))
        subscription.dispose()
        let trace = try trace(recorder)
        #expect(
            trace.slices == [
                "1: Anything<Int> 0+1000000", "1: GET https://qiita.com/api/v2/anything 0.001+999999.999",
                "1: attempt 1 0.002+999999.998",
            ])
        #expect(trace.events("X").compactMap { $0["outcome"] } == ["disposed", "disposed"])
    }

    // MARK: Limits

    @Test func recordsOnlyKindOfOtherTransportError() throws {
        struct ForeignError: Error {
            let text = "s3cr3t"
        }
        struct FailingTransport: Transport {
            func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> { .error(ForeignError()) }
        }
        let recorder = try recorder()
        var client = Client(baseURL: "http://h", transport: FailingTransport())
        client.instruments = [recorder]
        _ = Recorder(client.send(Anything<Int>()))
        #expect(try trace(recorder).events("X").compactMap { $0["failure"] } == ["TransportError (other)"])
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("s3cr3t"))
    }

    @Test func closeEndsActiveSlicesAndIgnoresLaterEvents() throws {
        let recorder = try recorder()
        var client = makeClient(StubTransport { _ in .never })
        client.instruments = [recorder]
        let subscription = client.send(Anything<Int>()).subscribe { _ in }
        scheduler.advance(by: .seconds(1))
        try recorder.close()
        subscription.dispose()
        let trace = try trace(recorder)
        #expect(trace.slices.count == 3)
        #expect(trace.events("X").allSatisfy { $0["outcome"] == "active" && $0.end == 1e6 })
    }

    @Test func eventsAboveLimitAreCounted() throws {
        let trace = try trace(of: Observable.from(0..<10), eventLimit: 3)
        #expect(trace.instants == ["1: element 0", "1: element 0", "1: element 0"])
        let slice = try #require(trace.events("X").first)
        #expect(slice["elements"] == "10" && slice["omittedEvents"] == "8" && slice["outcome"] == "completed")
    }

    @Test func scheduledWorkIsLimitedPerSubscription() throws {
        let recorder = try recorder(eventLimit: 3)
        let ticks = Observable.interval(.seconds(1), scheduler: scheduler)
        let subscription = ticks.instrumented(by: recorder, name: "ticks").subscribe { _ in }
        scheduler.advance(by: .seconds(10))
        subscription.dispose()
        let trace = try trace(recorder)
        #expect(trace.events("X").filter { $0.cat == "work" }.count == 3)
        #expect(trace.events("s").count == 3 && trace.events("f").count == 3)
        #expect(trace.instants == (1...3).map { "1: element \($0)000000" })
        let slice = try #require(trace.events("X").first { $0.cat == "subscription" })
        // Seven elements and their work, and the work that the disposal canceled.
        #expect(slice["elements"] == "10" && slice["omittedEvents"] == "15")
    }

    @Test func activeSlicesAreLimited() throws {
        let recorder = try recorder(capacity: 2)
        let source = PublishSubject<Int>()
        let stream = source.debounce(.seconds(1), scheduler: scheduler).instrumented(by: recorder, name: "a")
        let subscriptions = (0..<5).map { _ in stream.subscribe { _ in } }
        source.onNext(1)
        try scheduler.run()
        for subscription in subscriptions { subscription.dispose() }
        _ = Recorder(Observable.of(1).instrumented(by: recorder, name: "b"))
        let trace = try trace(recorder)
        #expect(trace.events("X").filter { $0.cat == "subscription" }.map(\.name) == ["a", "a", "b"])
        #expect(trace.events("i").first { $0.name == "omitted" }?["count"] == "3")
    }

    @Test func eventLimitIncludesFinalCounterValues() throws {
        let trace = try trace(of: Observable.from(0..<20).observeOn(scheduler, bufferSize: 8), eventLimit: 3)
        let counters = trace.events("C")
        #expect(counters.count + trace.events("i").count == 3)
        #expect(counters.last?["events"] == "0")
        #expect(trace.events("X").contains { $0["elements"] == "20" && $0["omittedEvents"] != nil })
    }

    @Test func longNamesAreTruncated() throws {
        let name = String(repeating: "é", count: 10_000)
        // One character of many scalars.
        let checkpoint = "xe" + String(repeating: "\u{301}", count: 10_000)
        let trace = try trace(of: Observable.of(1).checkpoint(checkpoint), name: name)
        #expect(trace.tracks[1] == String(repeating: "é", count: 500) + "…")
        #expect(trace.events("i").first?.name == checkpoint.unicodeScalars.prefix(501).map { "\($0)" }.joined() + "…")
        #expect(trace.events.allSatisfy { $0.name.utf8.count <= 1_003 })
    }

    @Test func namesAreEscaped() throws {
        let name = "a\"\\\n\u{1}\u{7F}</script><!--\u{2028}日本"
        #expect(try trace(of: Observable.of(1), name: name).tracks[1] == name)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.contains("<") && !text.contains("\u{1}"))
    }
}
