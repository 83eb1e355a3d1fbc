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
    /// A storage that records each update of an entry.
    private struct RecordingStorage: CacheStorage {
        let base = MemoryCacheStorage()
        let scheduler: (any Scheduler)?
        let log: Log<String>

        var maximumBodySize: Int { base.maximumBodySize }
        var size: Int { base.size }
        var secret: [UInt8] { base.secret }

        func entries(for key: String) -> [CacheEntry] { base.entries(for: key) }

        func makeWriter(for key: String, variant: String) -> any CacheWriter {
            base.makeWriter(for: key, variant: variant)
        }

        func replaceMetadata(of entry: CacheEntry, with metadata: [UInt8]) {
            log.append("updated")
            base.replaceMetadata(of: entry, with: metadata)
        }

        func removeEntries(for key: String, variant: String?) { base.removeEntries(for: key, variant: variant) }

        func removeAll() { base.removeAll() }
    }

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
        let storage = RecordingStorage(scheduler: hasScheduler ? scheduler : nil, log: log)
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
