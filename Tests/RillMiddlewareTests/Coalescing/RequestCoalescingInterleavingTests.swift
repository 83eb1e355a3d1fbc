import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import RillTesting
import Testing

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct RequestCoalescingInterleavingTests {
    /// Sends three identical requests on separate threads.
    ///
    /// The last one arrives with the chunk, when the first one can be disposed.
    private func run(disposes: Bool, _ order: Interleaving) throws {
        let transport = StubTransport(scheduler: order.scheduler("server")) { _ in
            .respond(chunks: [.init("x", after: .seconds(1))])
        }
        let shared = ClosureTransport { request, body in
            order.preemptionPoint()
            return transport.send(request, body: body)
        }
        .coalescing()
        let exchanges = Log<RecordedExchange>()
        for number in 0..<3 {
            let thread = order.scheduler("request \(number)")
            let isDisposed = disposes && number == 0
            let exchange = Log<RecordedExchange>()
            order.perform(on: thread, after: .seconds(number / 2)) {
                let events = shared.send(get(), body: nil).do(onNext: { _ in order.preemptionPoint() })
                exchange.append(RecordedExchange(events))
                if !isDisposed { exchanges.append(exchange.entries[0]) }
            }
            if isDisposed { order.perform(on: thread, after: .seconds(1)) { exchange.entries[0].dispose() } }
        }
        try order.run()
        for exchange in exchanges.entries {
            order.expect(
                exchange.events == [
                    .next(.head(HTTPResponse(status: .ok))), .next(.chunk(Array("x".utf8))), .completed,
                ],
                "\(exchange.events)")
        }
        order.expect(transport.requests.allSatisfy { $0.state != .running }, "\(transport.requests)")
        order.expect(transport.requests.count { $0.sent == 0 } == 1, "\(transport.requests)")
        order.expect(transport.requests.count <= 2, "\(transport.requests)")
    }

    @Test(arguments: [false, true]) func deliversCompleteResponsesInAllOrders(disposes: Bool) {
        let report = Interleavings().run { try run(disposes: disposes, $0) }
        #expect(report.isComplete && report.count >= 30, "\(report)")
    }
}
