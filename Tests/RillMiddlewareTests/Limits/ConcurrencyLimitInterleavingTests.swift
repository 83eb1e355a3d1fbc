import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import RillTesting
import Testing

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct ConcurrencyLimitInterleavingTests {
    /// Sends three requests on separate threads and disposes one of them.
    ///
    /// The others must succeed, one at a time.
    @Test func limitHoldsInAllOrders() {
        let report = Interleavings(limit: 2_000).run { order in
            let (active, overlaps) = (Log<Int>(), Log<String>())
            let server = order.scheduler("server")
            let limit = ConcurrencyLimit(1, scheduler: order.scheduler("waiting"))
            let next = Next { request, _, _ in
                .deferred {
                    if active.entries.reduce(0, +) > 0 { overlaps.append(request.path ?? "") }
                    active.append(1)
                    order.preemptionPoint()
                    return Observable<TransportEvent>.just(.head(HTTPResponse(status: .ok))).observeOn(server)
                        .do(onDispose: { active.append(-1) })
                }
            }
            let exchanges = Log<RecordedExchange>()
            for number in 0..<3 {
                let thread = order.scheduler("request \(number)")
                let exchange = Log<RecordedExchange>()
                order.perform(on: thread) {
                    exchange.append(
                        RecordedExchange(limit.intercept(get("https://a.example/\(number)"), body: nil, next: next)))
                    if number > 0 { exchanges.append(exchange.entries[0]) }
                }
                if number == 0 { order.perform(on: thread) { exchange.entries[0].dispose() } }
            }
            try order.run()
            order.expect(exchanges.entries.count == 2 && exchanges.entries.allSatisfy(\.isCompleted))
            order.expect(overlaps.entries.isEmpty, "\(overlaps.entries) exceeded the limit")
            order.expect(active.entries.reduce(0, +) == 0)
            // The slot is free.
            let last = RecordedExchange(limit.intercept(get(), body: nil, next: next))
            try order.run()
            order.expect(last.isCompleted, "\(last.events)")
        }
        #expect(report.isComplete, "\(report)")
    }
}
