import Rill
import RillHTTP
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct RequestCoalescingInterleavingTests {
    /// Three identical requests on threads of their own, of which one can be disposed.
    private func run(disposes: Bool, _ order: Interleaving) throws {
        let transport = StubTransport(scheduler: order.scheduler("server")) { _ in
            order.preemptionPoint()
            return .respond(chunks: [.init("x")])
        }
        let bench = MiddlewareBench(RequestCoalescing(), transport)
        let exchanges = Log<RecordedExchange>()
        for number in 0..<3 {
            let thread = order.scheduler("request \(number)")
            let isDisposed = disposes && number == 0
            let exchange = Log<RecordedExchange>()
            order.perform(on: thread) {
                let events = bench.send(get()).do(onNext: { _ in order.preemptionPoint() })
                exchange.append(RecordedExchange(events))
                if !isDisposed { exchanges.append(exchange.entries[0]) }
            }
            if isDisposed { order.perform(on: thread) { exchange.entries[0].dispose() } }
        }
        try order.run()
        order.expect(exchanges.entries.allSatisfy { $0.response == "200 x" }, "\(exchanges.entries.map(\.events))")
        order.expect(transport.requests.allSatisfy { $0.state != .running }, "\(transport.requests)")
        order.expect((1...3).contains(transport.requests.count), "\(transport.requests)")
    }

    @Test func deliversCompleteResponsesInAllOrders() {
        let report = Interleavings().run { try run(disposes: false, $0) }
        #expect(report.isComplete && report.count > 50, "\(report)")
    }

    @Test func disposalKeepsOtherRequestInAllOrders() {
        let report = Interleavings().run { try run(disposes: true, $0) }
        #expect(report.isComplete && report.count > 50, "\(report)")
    }
}
