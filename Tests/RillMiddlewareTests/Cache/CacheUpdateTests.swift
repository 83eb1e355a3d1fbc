import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import RillTesting
import Testing

/// Tests when a stored response is updated.
@Suite struct CacheUpdateTests {
    /// The next request of a subscriber, or the next process, uses the updated response.
    @Test(arguments: [HTTPRequest.Method.get, .head], [true, false])
    func storageIsUpdatedBeforeDelivery(method: HTTPRequest.Method, hasScheduler: Bool) {
        let scheduler = TestScheduler()
        let log = Log<String>()
        let transport = StubTransport(scheduler: scheduler) { request in
            let fields: HTTPFields = [.eTag: "\"1\"", .cacheControl: request.number == 0 ? "max-age=1" : "max-age=60"]
            return request.number == 0
                ? .respond(fields: fields, chunks: ["a"])
                : .status(request.method == .head ? .ok : .notModified, fields: fields)
        }
        let storage = HookedStorage(scheduler: hasScheduler ? scheduler : nil)
        storage.onUpdate = { log.append("updated") }
        let bench = CacheBench(ResponseCache(storage: storage, freshnessClock: scheduler), transport)
        _ = bench.record(get())
        scheduler.advance(by: .seconds(2))
        let subscription = bench.send(makeRequest(method, "https://a.example/x"))
            .take(1).subscribe(onNext: { _ in log.append("delivered") })
        scheduler.advance(by: .seconds(1))
        #expect(log.entries == ["updated", "delivered"])
        subscription.dispose()
        let exchange = bench.record(get())
        scheduler.advance(by: .seconds(1))
        #expect(exchange.response == "200 a")
        #expect(transport.requests.count == 2)
    }
}
