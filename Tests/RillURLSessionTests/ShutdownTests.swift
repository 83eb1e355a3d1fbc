import Rill
import RillHTTP
import RillHTTPTesting
import RillTransportConformance
import Testing

#if os(Linux)
    import RillURLSession
#endif

/// Shutdown of transports.
///
/// Creating a task on an invalidated session would crash the process.
@Suite struct ShutdownTests {
    @Test func shutDownFailsRunningExchangesOnce() throws {
        let server = try LoopbackServer { request in request.path == "/stall" ? .stall : .pattern(byteCount: 100_000) }
        defer { server.stop() }
        let counter = Counter()
        for _ in 0..<40 {
            let transport = URLSessionTransport()
            for number in 0..<10 {
                let path = number.isMultiple(of: 2) ? "/stall" : "/go"
                _ = transport.send(server.request(.get, path), body: nil).subscribe { event in
                    if event.isTerminal { counter.add("ends") }
                }
            }
            transport.shutDown()
            #expect(try transport.failure(server.request()).code == .cancelled)
        }
        #expect(counter.wait(for: 400, "ends"))
        #expect(counter["ends"] == 400)
    }

    @Test func shutDownFailsWaitingExchanges() throws {
        let server = try LoopbackServer { _ in .stall }
        defer { server.stop() }
        var options = TransportOptions()
        options.maximumConnectionsPerHost = 1
        let transport = URLSessionTransport(options: options)
        let counter = Counter()
        let bodies: [HTTPBody?] = [nil, nil, .stream(.never())]
        for body in bodies {
            let request = server.request(body == nil ? .get : .post)
            _ = transport.send(request, body: body).subscribe { event in
                if (event.error as? TransportError)?.code == .cancelled { counter.add("cancelled") }
            }
        }
        try server.waitForRequests(1, timeout: limit)
        transport.shutDown()
        #expect(counter.wait(for: 3, "cancelled"))
        try server.waitForEnd(timeout: limit)
    }

    @Test func releasedTransportFinishesExchangesAndEndsSession() throws {
        let server = try LoopbackServer { _ in .pattern(byteCount: 1 << 20) }
        defer { server.stop() }
        func makeExchange() -> Observable<TransportEvent> {
            URLSessionTransport().send(server.request(), body: nil)
        }
        #expect(try ReceivedResponse(makeExchange().toArray().wait(timeout: limit)).body.count == 1 << 20)
        // Invalidating the session closes its connections.
        try server.waitForEnd(timeout: limit)
    }
}
