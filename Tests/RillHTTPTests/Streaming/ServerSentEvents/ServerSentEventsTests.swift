import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests the reconnection of Server-Sent Events in virtual time.
@Suite struct ServerSentEventsTests {
    private let scheduler = TestScheduler()

    private let broken = StubTransport.Response.fail(TransportError(.couldNotConnect))

    private func client(_ transport: StubTransport) -> Client { makeClient(transport, scheduler) }

    /// Returns a transport with a sequence of responses.
    ///
    /// Requests after the last response receive no response.
    private func transport(_ responses: StubTransport.Response...) -> StubTransport {
        StubTransport(scheduler: scheduler) { $0.number < responses.count ? responses[$0.number] : .never }
    }

    private func events(
        _ chunks: StubTransport.Response.Chunk..., then end: StubTransport.Response.End = .complete
    ) -> StubTransport.Response {
        .respond(fields: [.contentType: "text/event-stream; charset=utf-8"], chunks: chunks, then: end)
    }

    /// A policy without jitter, with delays of 1, 2, 4, 8, 8, … seconds.
    private var policy: ReconnectionPolicy {
        ReconnectionPolicy(backoff: .exponential(initial: .seconds(1), maximum: .seconds(8)), jitter: .none)
    }

    private func connect(
        _ transport: StubTransport, _ policy: ReconnectionPolicy, lastEventID: String = ""
    ) -> Observable<ServerSentEvent> {
        client(transport).serverSentEvents(Tags(), lastEventID: lastEventID, reconnection: policy)
    }

    /// Returns the recorder of a stream after ten minutes.
    private func record(_ transport: StubTransport, lastEventID: String = "") -> Recorder<ServerSentEvent> {
        Recorder(connect(transport, policy, lastEventID: lastEventID)).afterAdvancing(scheduler)
    }

    private func starts(_ transport: StubTransport) -> [Duration] { transport.requests.map(\.start) }

    @Test func reconnectsWithLastEventID() {
        let transport = transport(
            events("id: 7\ndata: a\n\n"), events("data: b\n\nid: 日 8\n\n"), events(.init("data: c\n\n"), then: .never))
        let (recorder, subscription) = connect(transport, policy).record()
        scheduler.advance(by: .seconds(10))
        #expect(
            recorder.values == [
                ServerSentEvent(data: "a", id: "7"), ServerSentEvent(data: "b", id: "7"),
                ServerSentEvent(data: "c", id: "日 8"),
            ])
        #expect(starts(transport) == [.zero, .seconds(1), .seconds(2)])
        #expect(transport.requests.map { $0.headerFields[.lastEventID] } == [nil, "7", "日 8"])
        #expect(transport.requests.allSatisfy { $0.headerFields[.accept] == "text/event-stream" })
        #expect(transport.requests.allSatisfy { $0.headerFields[.cacheControl] == "no-cache" })
        subscription.dispose()
        #expect(transport.requests.last?.state == .cancelled)
        #expect(scheduler.pendingCount == 0)
    }

    @Test func doesNotConnectWhileTheSubscriberIsPaused() {
        let transport = transport(events("data: a\n\n"), events("data: b\n\n", then: .never))
        let log = Log<String>()
        let stream = client(transport).serverSentEvents(Tags(), reconnection: policy)
        let subscription = PausableSubscription(stream, "test") { event in
            if let element = event.element { log.append(element.data) }
        }
        subscription.open()
        // The first connection has ended, and the next is due after a second.
        scheduler.advance(by: .milliseconds(500))
        subscription.pause()
        scheduler.advance(by: .seconds(10))
        #expect(starts(transport) == [.zero])
        subscription.open()
        scheduler.advance(by: .seconds(1))
        #expect(starts(transport) == [.zero, .milliseconds(10_500)])
        #expect(log.entries == ["a", "b"])
        subscription.dispose()
    }

    @Test func sendsInitialLastEventID() {
        let transport = transport(events("data: a\n\n", then: .never))
        let recorder = Recorder(connect(transport, policy, lastEventID: "41"))
        scheduler.advance(by: .seconds(1))
        #expect(recorder.values == [ServerSentEvent(data: "a", id: "41")])
        #expect(transport.requests.first?.headerFields[.lastEventID] == "41")
    }

    @Test func omitsInvalidIdentifierOfServer() throws {
        let transport = transport(
            events("id: 1\u{1}2\ndata: a\n\n"), events("id: 3\ndata: b\n\n"), .status(.noContent))
        let recorder = record(transport)
        #expect(recorder.values.map(\.id) == ["1\u{1}2", "3"])
        #expect(recorder.events.count == 3)
        #expect(transport.requests.map { $0.headerFields[.lastEventID] } == [nil, nil, "3"])
        // An invalid identifier from the caller is an error.
        let none = self.transport()
        #expect(try record(none, lastEventID: "1\r\nX: 2").failure().stage == .request)
        #expect(none.requests.isEmpty)
    }

    @Test func backoffGrowsAndResetsAfterEvent() {
        let transport = transport(
            broken, events(), broken, broken, broken, events("data: a\n\n", then: .fail(TransportError(.closedEarly))),
            broken)
        let recorder = Recorder(connect(transport, policy))
        scheduler.advance(by: .seconds(60))
        // Delays of 1, 2, 4, 8 and 8 seconds, and after the event, 1 and 2 seconds.
        #expect(starts(transport) == [0, 1, 3, 7, 15, 23, 24, 26].map { .seconds($0) })
        #expect(recorder.values == [ServerSentEvent(data: "a")])
        #expect(recorder.events.count == 1)
    }

    @Test func honorsRetryFieldOfServer() {
        let transport = transport(
            events("retry: 100\ndata: a\n\n"), events("data: b\n\n"), broken, events("retry: 5000\n\ndata: c\n\n"),
            broken, broken, broken)
        let recorder = Recorder(connect(transport, policy))
        scheduler.advance(by: .seconds(60))
        let times = [0, 100, 200, 2_200, 7_200, 12_200, 17_200, 25_200]
        #expect(starts(transport) == times.map { .milliseconds($0) })
        #expect(recorder.values.map(\.data) == ["a", "b", "c"])
    }

    @Test(arguments: [nil, .seconds(120), .seconds(7), .milliseconds(1)] as [Duration?])
    func serverDelayIsLimited(limit: Duration?) {
        let refused = StubTransport.Response.status(.serviceUnavailable, fields: [.retryAfter: "99999"])
        let transport = transport(
            events("retry: 999999999\ndata: a\n\n"), events("data: b\n\n"), refused,
            events(.init("data: c\n\n"), then: .never))
        var policy = policy
        if let limit { policy.maximumServerDelay = limit }
        let (recorder, subscription) = connect(transport, policy).record()
        scheduler.advance(by: .seconds(400))
        let times = starts(transport)
        let delays = zip(times.dropFirst(), times).map { $0 - $1 }
        let expected = limit ?? .seconds(120)
        // The delay is at least 100 ms, and after the failure at least the delay of the backoff.
        let minimum = Duration.milliseconds(100)
        #expect(delays == [max(expected, minimum), max(expected, minimum), max(expected, .seconds(2))])
        #expect(recorder.values.map(\.data) == ["a", "b", "c"])
        subscription.dispose()
    }

    @Test func jitterAffectsOnlyBackoff() {
        let transport = transport(events("retry: 3000\n"), broken, broken, broken, broken)
        var policy = policy
        policy.jitter = .full(seed: 1)
        _ = Recorder(connect(transport, policy))
        scheduler.advance(by: .seconds(100))
        let times = starts(transport)
        let delays = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(delays.count == 5)
        #expect(delays.allSatisfy { $0 >= .seconds(3) && $0 <= .seconds(8) })
        #expect(delays.first == .seconds(3))
    }

    @Test func status204CompletesStream() {
        let transport = transport(events("data: a\n\n"), .status(.noContent))
        let recorder = Recorder(connect(transport, policy))
        scheduler.advance(by: .seconds(60))
        #expect(recorder.hasSingleElement)
        #expect(transport.requests.count == 2)
        #expect(scheduler.pendingCount == 0)
    }

    @Test(arguments: [400, 401, 403, 404, 410, 501, 505])
    func permanentErrorStatusFails(code: Int) throws {
        let transport = transport(.status(HTTPResponse.Status(code: code)))
        let error = try record(transport).failure()
        #expect(error.stage == .status)
        #expect(error.status?.code == code)
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [TransportError(.sendFailed, .requestBody), TransportError(.tooLarge)])
    func failsIfTheBodyCannotBeReadOrTheHeadIsTooLarge(failure: TransportError) throws {
        let transport = transport(.fail(failure))
        let error = try Recorder(connect(transport, policy)).afterAdvancing(scheduler).failure()
        #expect(error.underlying as? TransportError == failure)
        #expect(!error.isTransient)
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [408, 429, 500, 502, 503, 504])
    func reconnectsAfterTransientStatus(code: Int) {
        let transport = transport(
            .status(HTTPResponse.Status(code: code)),
            .status(HTTPResponse.Status(code: code), fields: [.retryAfter: "30"]), events("data: a\n\n", then: .never))
        let recorder = Recorder(connect(transport, policy))
        scheduler.advance(by: .seconds(60))
        #expect(recorder.values.map(\.data) == ["a"])
        #expect(starts(transport) == [.zero, .seconds(1), .seconds(31)])
    }

    @Test(arguments: ["text/html", nil])
    func unexpectedContentTypeFails(type: String?) throws {
        let fields: HTTPFields = type.map { [.contentType: $0] } ?? [:]
        let transport = transport(.respond(fields: fields, chunks: ["data: a\n\n"]))
        let error = try record(transport).failure()
        #expect(error.stage == .decoding)
        #expect((error.underlying as? BodyDecodingError)?.code == .contentType)
        #expect(error.reason == "unexpected Content-Type: expected text/event-stream, found \(type ?? "none")")
        #expect(transport.requests.count == 1)
    }

    @Test func tooLongLineFails() throws {
        let transport = transport(events("data: abc\n\n", "data: abcdefgh\n\n"))
        let stream = client(transport).serverSentEvents(Tags(), lineLimit: 10, reconnection: policy)
        let recorder = Recorder(stream).afterAdvancing(scheduler)
        #expect(recorder.values.map(\.data) == ["abc"])
        let error = try #require(recorder.events.last?.error as? APIError)
        #expect(error.reason == "line 3: exceeds the limit of 10 bytes")
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [TransportError.Code.tls, .unavailable, .cancelled, .invalidOptions])
    func permanentTransportErrorFails(code: TransportError.Code) throws {
        let transport = transport(.fail(TransportError(code)))
        #expect(try record(transport).failure().stage == .transport)
        #expect(transport.requests.count == 1)
    }

    @Test func rejectedProxyCredentialsFail() throws {
        let transport = transport(.fail(TransportError(.couldNotConnect, .proxyAuthentication)))
        let error = try record(transport).failure()
        #expect((error.underlying as? TransportError)?.reason == .proxyAuthentication)
        #expect(transport.requests.count == 1)
    }

    @Test func endsAfterMaximumAttempts() throws {
        var policy = policy
        policy.attempts = 3
        let failing = transport(broken, broken, events("data: a\n\n"), broken, broken, broken, broken)
        let recorder = Recorder(connect(failing, policy)).afterAdvancing(scheduler)
        #expect(recorder.values.map(\.data) == ["a"])
        #expect((recorder.events.last?.error as? APIError)?.stage == .transport)
        // The connection that ends after the event counts as the first of three attempts.
        #expect(failing.requests.count == 5)

        let ending = transport(events(), events(), events(), events())
        let ended = Recorder(connect(ending, policy)).afterAdvancing(scheduler)
        #expect(ended.isCompleted)
        #expect(ended.values.isEmpty)
        #expect(ending.requests.count == 3)

        policy.attempts = 1
        let once = transport(events("data: a\n\n"))
        #expect(Recorder(connect(once, policy)).afterAdvancing(scheduler).hasSingleElement)
        #expect(once.requests.count == 1)
    }

    @Test func usesCustomRetryDecisionAndNotifiesObserver() {
        let log = Log<String>()
        let transport = transport(
            .status(.notFound), events("data: a\n\n"), .fail(TransportError(.couldNotConnect)),
            .status(.serviceUnavailable))
        let policy = policy.retrying { $0.status != .serviceUnavailable }
            .onReconnection { log.append("\($0) \($1) \($2?.stage.description ?? "end")") }
        let recorder = Recorder(connect(transport, policy)).afterAdvancing(scheduler)
        #expect(log.entries == ["1 1.0 seconds status", "1 1.0 seconds end", "2 2.0 seconds transport"])
        #expect((recorder.events.last?.error as? APIError)?.status == .serviceUnavailable)
    }

    @Test func disposalDuringDelayStopsReconnection() {
        let ledger = Ledger()
        ledger.watch {
            let transport = StubTransport(scheduler: scheduler) { _ in .fail(TransportError(.couldNotConnect)) }
            let (recorder, subscription) = connect(transport, policy).record()
            scheduler.advance(by: .milliseconds(500))
            subscription.dispose()
            scheduler.advance(by: .seconds(60))
            #expect(recorder.events.isEmpty)
            #expect(transport.requests.count == 1)
        }
        #expect(scheduler.pendingCount == 0)
        #expect(ledger.leakReport == nil)
        #expect(ledger.retained.isEmpty)
    }

    @Test(.disabledUnderThreadSanitizer("single-threaded")) func reconnects10000TimesWithoutNesting() {
        let transport = StubTransport { request in
            request.number < 10_000
                ? .text("retry: 0\ndata: \(request.number)\n\n", type: "text/event-stream") : .status(.noContent)
        }
        var client = makeClient(transport)
        client.scheduler = ImmediateScheduler.shared
        let recorder = Recorder(client.serverSentEvents(Tags(), reconnection: policy))
        #expect(recorder.values.count == 10_000)
        #expect(recorder.isCompleted)
    }

    @Test func parserReadsSingleConnection() throws {
        let transport = transport(
            events("retry: 1\ndata: a\n\n: x\n\nevent: e\ndata: b\n\ndata: c"), .status(.noContent))
        let client = client(transport)
        let recorder = Recorder(client.stream(Tags(), as: .serverSentEvents)).afterAdvancing(scheduler)
        #expect(recorder.values == [ServerSentEvent(data: "a"), ServerSentEvent(type: "e", data: "b")])
        #expect(recorder.events.count == 3)
        let none = Recorder(client.stream(Tags(), as: .serverSentEvents)).afterAdvancing(scheduler)
        #expect(none.values.isEmpty)
        #expect(none.isCompleted)
    }
}

extension Recorder {
    /// Returns the recorder after advancing the scheduler by ten minutes.
    func afterAdvancing(_ scheduler: TestScheduler) -> Self {
        scheduler.advance(by: .seconds(600))
        return self
    }
}

extension StubTransport.Request {
    /// The time at which the request was sent, with one second per tick.
    var start: Duration { sent.map { .seconds($0.tick) + $0.offset } ?? .zero }
}
