import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests the idle timeout of Server-Sent Events.
@Suite struct ServerSentEventsIdleTests {
    private let scheduler = TestScheduler()
    private let fields: HTTPFields = [.contentType: "text/event-stream"]

    private func stream(_ transport: StubTransport, attempts: Int? = nil) -> Observable<ServerSentEvent> {
        let policy = ReconnectionPolicy(
            attempts: attempts, backoff: .constant(.seconds(1)), jitter: .none, idleTimeout: .seconds(10))
        return makeClient(transport, scheduler).serverSentEvents(Tags(), reconnection: policy)
    }

    private func starts(_ transport: StubTransport) -> [Duration] { transport.requests.map(\.start) }

    @Test func idleConnectionIsReplaced() {
        let transport = StubTransport(scheduler: scheduler) { [fields] _ in
            .respond(
                fields: fields, after: .seconds(2), chunks: [.init("data: a\n\n", after: .seconds(3))], then: .never)
        }
        let (recorder, subscription) = stream(transport).record()
        scheduler.advance(by: .seconds(20))
        // The chunk is received after 5 seconds, and the timeout expires after 15 seconds.
        #expect(starts(transport) == [.zero, .seconds(16)])
        #expect(transport.requests.map(\.state) == [.cancelled, .running])
        #expect(recorder.values.count == 1)
        subscription.dispose()
        #expect(scheduler.pendingCount == 0)
    }

    @Test func timeoutIncludesTimeBeforeHead() throws {
        let transport = StubTransport(scheduler: scheduler) { _ in .never }
        let recorder = Recorder(stream(transport, attempts: 2))
        scheduler.advance(by: .seconds(30))
        #expect(starts(transport) == [.zero, .seconds(11)])
        let error = try recorder.failure()
        #expect(error.stage == .transport)
        #expect(error.transportCode == .timeout)
        #expect(error.reason == "timed out waiting for more of the response body: no data received for 10.0 seconds")
        #expect(scheduler.pendingCount == 0)
    }

    @Test func commentsPreventTimeout() {
        let comments = (0..<10).map { _ in StubTransport.Response.Chunk(":\n", after: .seconds(9)) }
        let transport = StubTransport(scheduler: scheduler) { [fields] _ in
            .respond(fields: fields, chunks: comments, then: .never)
        }
        let subscription = stream(transport).subscribe { _ in }
        scheduler.advance(by: .seconds(99))
        #expect(transport.requests.count == 1)
        scheduler.advance(by: .seconds(2))
        #expect(transport.requests.count == 2)
        subscription.dispose()
    }

    @Test func timeoutExcludesPausedTime() {
        let transport = StubTransport(scheduler: scheduler) { [fields] _ in
            .respond(
                fields: fields, chunks: [.init("data: a\n\ndata: b\n\n"), .init("data: c\n\n", after: .seconds(5))],
                then: .never)
        }
        // The subscriber takes a minute per event.
        let slow = stream(transport).observeOn(scheduler, bufferSize: 1).concatMap { event in
            Observable.just(event).delay(.seconds(60), scheduler: scheduler)
        }
        let (recorder, subscription) = slow.record()
        scheduler.advance(by: .seconds(185))
        #expect(recorder.values.map(\.data) == ["a", "b", "c"])
        #expect(transport.requests.count == 1)
        scheduler.advance(by: .seconds(20))
        #expect(transport.requests.count == 2)
        subscription.dispose()
        #expect(scheduler.pendingCount == 0)
    }

    @Test func timeoutRestartsAfterPause() {
        let transport = StubTransport(scheduler: scheduler) { [fields] _ in
            .respond(fields: fields, chunks: ["data: a\n\n", "data: b\n\n"], then: .never)
        }
        // The subscriber is busy until the ninth second, and the source is paused until then.
        let busy = stream(transport).concatMap { event in
            Observable.just(event).delay(.milliseconds(4_500), scheduler: scheduler)
        }
        let (recorder, subscription) = busy.record()
        scheduler.advance(by: .milliseconds(18_500))
        #expect(recorder.values.count == 2)
        #expect(transport.requests.count == 1)
        scheduler.advance(by: .seconds(2))
        #expect(starts(transport) == [.zero, .seconds(20)])
        subscription.dispose()
        #expect(scheduler.pendingCount == 0)
    }

    @Test func racingTimeoutsFailOneExchangeEach() throws {
        // Responses and timeouts race on different threads. The final 204 can also time out and is then requested
        // again.
        let transport = StubTransport(scheduler: ConcurrentDispatchQueueScheduler()) { [fields] request in
            request.number >= 40
                ? .status(.noContent)
                : .respond(fields: fields, after: .microseconds(900), chunks: ["data: a\n\n"], then: .never)
        }
        var client = Client(baseURL: "http://h", transport: transport)
        client.scheduler = ConcurrentDispatchQueueScheduler()
        let policy = ReconnectionPolicy(
            backoff: .constant(.zero), jitter: .none, idleTimeout: .milliseconds(1))
        let events = try client.serverSentEvents(Tags(), reconnection: policy).toArray().wait(timeout: .seconds(60))
        #expect(events.count <= 40)
        #expect(transport.requests.count >= 41)
    }

    @Test func completionLeaksNothing() {
        let ledger = Ledger()
        ledger.watch {
            let transport = StubTransport(scheduler: scheduler) { [fields] request in
                request.number < 3
                    ? .respond(fields: fields, chunks: ["data: a\n\n"], then: request.number == 1 ? .never : .complete)
                    : .status(.noContent)
            }
            let recorder = Recorder(stream(transport))
            scheduler.advance(by: .seconds(60))
            #expect(recorder.values.count == 3)
            #expect(recorder.events.count == 4)
        }
        #expect(scheduler.pendingCount == 0)
        #expect(ledger.leakReport == nil)
        #expect(ledger.retained.isEmpty)
    }
}
