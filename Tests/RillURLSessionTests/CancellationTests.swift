import Rill
import RillHTTP
import RillHTTPTesting
import Testing

#if os(Linux)
    import RillURLSession
#endif

/// Tests cancellation, which without workarounds causes crashes and deadlocks in URLSession on Linux.
@Suite struct CancellationTests {
    @Test func cancellationRacingRefusedConnectionEndsOnce() throws {
        let request = try ClosedPort.request()
        let transport = URLSessionTransport()
        let counter = Counter()
        for number in 0..<1_000 {
            let subscription = transport.send(request, body: nil).subscribe { event in
                if event.isTerminal { counter.add("ends") } else { counter.add("values") }
            }
            // Some are disposed immediately, others while the connection is being refused.
            if number % 4 != 0 { for _ in 0..<(number % 300) { _ = subscription.isDisposed } }
            subscription.dispose()
        }
        #expect(try transport.failure(request).code == .couldNotConnect)
        #expect(counter["values"] == 0)
        #expect(counter["ends"] <= 1_000)
    }

    @Test func cancellationRacingResponseEndsAtMostOnce() throws {
        let server = try LoopbackServer { _ in .text("hello") }
        defer { server.stop() }
        let transport = URLSessionTransport()
        let counter = Counter()
        for number in 0..<1_000 {
            let subscription = transport.send(server.request(), body: nil).subscribe { event in
                if event.isTerminal { counter.add("\(number)") }
            }
            for _ in 0..<(number % 1_000) { _ = subscription.isDisposed }
            subscription.dispose()
        }
        #expect(try transport.response(to: server.request()).text == "hello")
        #expect((0..<1_000).allSatisfy { counter["\($0)"] <= 1 })
    }

    enum Phase: CaseIterable {
        case waiting, withinHead, afterHead, withinBody
    }

    @Test(arguments: Phase.allCases)
    func disposalInEachPhaseClosesConnection(_ phase: Phase) throws {
        let server = try LoopbackServer { _ in
            switch phase {
            case .waiting: .stall
            case .withinHead: .steps([.partialHead(byteCount: 20), .stall])
            case .afterHead: .steps([.head(), .stall])
            case .withinBody: .steps([.head(), .bytes("x"), .stall])
            }
        }
        defer { server.stop() }
        let counter = Counter()
        let subscription = URLSessionTransport().send(server.request(), body: nil).subscribe { event in
            switch event {
            case .next(.head): counter.add("heads")
            case .next(.chunk): counter.add("chunks")
            default: counter.add("ends")
            }
        }
        try server.waitForRequests(1, timeout: limit)
        if phase == .afterHead { #expect(counter.wait(for: 1, "heads")) }
        if phase == .withinBody { #expect(counter.wait(for: 1, "chunks")) }
        subscription.dispose()
        try server.waitForEnd(timeout: limit)
        #expect(counter["ends"] == 0)
    }

    @Test func disposalDuringHeadDeliveryStopsEvents() throws {
        let server = try LoopbackServer { _ in .text("hello") }
        defer { server.stop() }
        let transport = URLSessionTransport()
        let heads = try transport.send(server.request(), body: nil).take(1).toArray().wait(timeout: limit)
        #expect(heads.count == 1)
    }

    @Test func disposalWhileLoadingBodyDisposesItsSource() throws {
        let counter = Counter()
        let server = try LoopbackServer { _ in .text("hello") }
        defer { server.stop() }
        let source = Observable<[UInt8]>.create { _ in
            counter.add("subscribed")
            return Disposable { counter.add("disposed") }
        }
        let transport = URLSessionTransport()
        for _ in 0..<2 {
            let subscription = transport.send(server.request(.post), body: .stream(source)).subscribe { _ in
                counter.add("events")
            }
            #expect(counter.wait(for: counter["disposed"] + 1, "subscribed"))
            subscription.dispose()
        }
        #expect(counter.wait(for: 2, "disposed"))
        #expect(counter["events"] == 0)
        #expect(server.requests.isEmpty)
    }

    /// An object that counts its deinitialization.
    private final class Token: Sendable {
        let counter: Counter

        init(_ counter: Counter) {
            self.counter = counter
        }

        deinit { counter.add("freed") }
    }

    @Test func finishedExchangesAreReleased() throws {
        let counter = Counter()
        let server = try LoopbackServer { request in
            switch request.path {
            case "/stall": .stall
            case "/short": .truncated([1], declaredLength: 9)
            default: .text("hello")
            }
        }
        defer { server.stop() }
        let transport = URLSessionTransport()
        for path in ["/ok", "/short", "/stall"] {
            let token = Token(counter)
            let subscription = transport.send(server.request(.get, path), body: nil).subscribe { event in
                withExtendedLifetime(token) { if event.isTerminal { counter.add("ends") } }
            }
            if path == "/stall" { subscription.dispose() }
        }
        #expect(counter.wait(for: 2, "ends"))
        #expect(counter.wait(for: 3, "freed"))
    }

    @Test func manyConcurrentRequestsComplete() throws {
        let server = try LoopbackServer { request in .text(request.path) }
        defer { server.stop() }
        var options = TransportOptions()
        for maximum in [nil, 4] {
            options.maximumConnectionsPerHost = maximum
            let transport = URLSessionTransport(options: options)
            let texts = try Observable.from(0..<500)
                .flatMap(maxConcurrent: 32) { number in
                    transport.send(server.request(.get, "/\(number)"), body: nil).toArray()
                        .map { try ReceivedResponse($0).text }
                }
                .toArray().wait(timeout: limit)
            #expect(Set(texts) == Set((0..<500).map { "/\($0)" }))
        }
    }
}
