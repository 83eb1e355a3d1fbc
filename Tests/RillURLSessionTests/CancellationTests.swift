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

    @Test func disposalWhileLoadingBodyDisposesItsSource() throws {
        let counter = Counter()
        let server = try LoopbackServer { _ in .text("hello") }
        defer { server.stop() }
        let source = Observable<[UInt8]>.create { _ in
            counter.add("subscribed")
            return Disposable { counter.add("disposed") }
        }
        let transport = URLSessionTransport()
        for round in 1...2 {
            let subscription = transport.send(server.request(.post), body: .stream(source)).subscribe { _ in
                counter.add("events")
            }
            // The source is not subscribed to after a disposal.
            #expect(counter.wait(for: round, "subscribed"))
            subscription.dispose()
        }
        #expect(counter.wait(for: 2, "disposed"))
        #expect(counter["events"] == 0)
        #expect(server.requests.isEmpty)
    }
}
