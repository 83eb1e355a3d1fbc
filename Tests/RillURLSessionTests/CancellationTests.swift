import Rill
import RillHTTP
import RillHTTPTesting
import Testing

#if os(Linux)
    import RillURLSession
#endif

/// Giving exchanges up, which URLSession on Linux answers with crashes and deadlocks where it is done the usual way.
@Suite struct CancellationTests {
    @Test func aThousandRacesWithARefusalEndOnce() throws {
        let request = try ClosedPort.request()
        let transport = URLSessionTransport()
        let counter = Counter()
        for number in 0..<1_000 {
            let subscription = transport.send(request, body: nil).subscribe { event in
                if event.isTerminal { counter.add("ends") } else { counter.add("values") }
            }
            // Some at once, some while the refusal is on its way.
            if number % 4 != 0 { for _ in 0..<(number % 300) { _ = subscription.isDisposed } }
            subscription.dispose()
        }
        #expect(try transport.failure(request).code == .couldNotConnect)
        #expect(counter["values"] == 0)
        #expect(counter["ends"] <= 1_000)
    }

    @Test func aThousandRacesWithAnswersEndAtMostOnce() throws {
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
        #expect(try transport.answer(server.request()).text == "hello")
        #expect((0..<1_000).allSatisfy { counter["\($0)"] <= 1 })
    }

    enum Moment: CaseIterable {
        case waiting, insideTheHead, behindTheHead, insideTheBody
    }

    @Test(arguments: Moment.allCases)
    func disposalDropsTheConnection(_ moment: Moment) throws {
        let server = try LoopbackServer { _ in
            switch moment {
            case .waiting: .stall
            case .insideTheHead: .steps([.partialHead(byteCount: 20), .stall])
            case .behindTheHead: .steps([.head(), .stall])
            case .insideTheBody: .steps([.head(), .bytes("x"), .stall])
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
        if moment == .behindTheHead { #expect(counter.wait(for: 1, "heads")) }
        if moment == .insideTheBody { #expect(counter.wait(for: 1, "chunks")) }
        subscription.dispose()
        try server.waitForEnd(timeout: limit)
        #expect(counter["ends"] == 0)
    }

    @Test func disposalWhereTheHeadIsDeliveredLetsNothingFollow() throws {
        let server = try LoopbackServer { _ in .text("hello") }
        defer { server.stop() }
        let transport = URLSessionTransport()
        let heads = try transport.send(server.request(), body: nil).take(1).toArray().wait(timeout: limit)
        #expect(heads.count == 1)
    }

    @Test func disposalWhileTheBodyIsReadDisposesItsSource() throws {
        let counter = Counter()
        let server = try LoopbackServer { _ in .text("hello") }
        defer { server.stop() }
        let source = Observable<[UInt8]>.create { _ in
            counter.add("begun")
            return Disposable { counter.add("disposed") }
        }
        let transport = URLSessionTransport()
        for _ in 0..<2 {
            let subscription = transport.send(server.request(.post), body: .stream(source)).subscribe { _ in
                counter.add("events")
            }
            #expect(counter.wait(for: counter["disposed"] + 1, "begun"))
            subscription.dispose()
        }
        #expect(counter.wait(for: 2, "disposed"))
        #expect(counter["events"] == 0)
        #expect(server.requests.isEmpty)
    }

    /// Is counted when it is let go.
    private final class Token: Sendable {
        let counter: Counter

        init(_ counter: Counter) {
            self.counter = counter
        }

        deinit { counter.add("freed") }
    }

    @Test func everythingIsLetGoHoweverAnExchangeEnds() throws {
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

    @Test func fiveHundredAtOnceAllArrive() throws {
        let server = try LoopbackServer { request in .text(request.path) }
        defer { server.stop() }
        var options = TransportOptions()
        for maximum in [nil, 4] {
            options.maximumConnectionsPerHost = maximum
            let transport = URLSessionTransport(options: options)
            let texts = try Observable.from(0..<500)
                .flatMap(maxConcurrent: 32) { number in
                    transport.send(server.request(.get, "/\(number)"), body: nil).toArray()
                        .map { try Answer($0).text }
                }
                .toArray().wait(timeout: limit)
            #expect(Set(texts) == Set((0..<500).map { "/\($0)" }))
        }
    }
}
