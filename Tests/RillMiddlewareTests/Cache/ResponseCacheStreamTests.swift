import Dispatch
import Foundation
import Rill
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

/// Tests the streaming, capacity and freshness of cached responses.
@Suite struct ResponseCacheStreamTests {
    private let kit = TestKit()

    private func bench(
        _ cache: ResponseCache = ResponseCache(), _ handler: @escaping StubTransport.Handler
    ) -> CacheBench {
        CacheBench(cache, StubTransport(scheduler: kit.scheduler, handler))
    }

    private func slow(_ end: StubTransport.Response.End = .complete) -> StubTransport.Response {
        let second = Duration.seconds(1)
        return .respond(
            fields: [.eTag: "\"1\""], after: second, chunks: [.init("a", after: second), .init("b", after: second)],
            then: end, after: second)
    }

    @Test func forwardsChunksAsTheyArrive() {
        let bench = bench { _ in slow() }
        let exchange = bench.record(get())
        for expected in [0, 1, 2, 3, 4] {
            #expect(exchange.events.count == expected)
            kit.scheduler.advance(by: .seconds(1))
        }
        #expect(exchange.response == "200 ab")
    }

    @Test func storesOnlyCompleteResponses() {
        expectNoLeaks {
            let cache = ResponseCache()
            let bench = bench(cache) { slow($0.number == 0 ? .fail(TransportError(.closedEarly)) : .complete) }
            let failing = bench.record(get())
            kit.scheduler.advance(by: .seconds(10))
            #expect(failing.text == "ab" && failing.error != nil)
            // Disposed before the head, after each chunk, and before the end.
            for time in 0..<4 {
                let exchange = bench.record(get())
                kit.scheduler.advance(by: .seconds(time))
                exchange.dispose()
                kit.scheduler.advance(by: .seconds(10))
                #expect(exchange.chunks.count == max(0, time - 1) && !exchange.isCompleted)
            }
            #expect(cache.size == 0)
            #expect(bench.transport.requests.dropFirst().allSatisfy { $0.state == .cancelled })
            let whole = bench.record(get())
            kit.scheduler.advance(by: .seconds(10))
            whole.dispose()
            #expect(whole.isCompleted && cache.size > 0)
        }
    }

    @Test func cancelsRevalidationWhenDisposed() {
        expectNoLeaks {
            let bench = bench { request in
                request.number == 0 ? slow() : .status(.notModified, after: .seconds(1))
            }
            _ = bench.record(get())
            kit.scheduler.advance(by: .seconds(10))
            let disposed = bench.record(get())
            disposed.dispose()
            let taken = RecordedExchange(bench.send(get()).take(2))
            kit.scheduler.advance(by: .seconds(10))
            #expect(disposed.events.isEmpty)
            #expect(taken.text == "a" && taken.isCompleted)
            #expect(bench.transport.requests.map(\.state) == [.ended, .cancelled, .ended])
        }
    }

    @Test func forwardsErrorOfRevalidation() {
        let bench = bench { $0.number == 0 ? slow() : .fail(TransportError(.timeout), after: .seconds(1)) }
        _ = bench.record(get())
        kit.scheduler.advance(by: .seconds(10))
        let exchange = bench.record(get())
        kit.scheduler.advance(by: .seconds(10))
        #expect((exchange.error as? TransportError)?.code == .timeout)
        #expect(exchange.events.count == 1)
    }

    @Test func eachSubscriptionIsOneExchange() {
        let bench = bench { $0.headerFields.contains(.ifNoneMatch) ? .status(.notModified) : slow() }
        let source = bench.send(get())
        let exchanges = [RecordedExchange(source), RecordedExchange(source)]
        kit.scheduler.advance(by: .seconds(10))
        let third = RecordedExchange(source)
        kit.scheduler.advance(by: .seconds(10))
        #expect((exchanges + [third]).map(\.response) == ["200 ab", "200 ab", "200 ab"])
        #expect(bench.transport.requests.count == 3)
    }

    // MARK: Capacity

    @Test(.disabledUnderThreadSanitizer("single-threaded")) func evictsLeastRecentlyUsedResponse() {
        let cache = ResponseCache(capacity: 60_000)
        let body = StubTransport.Response.Chunk(Array(repeating: 7, count: 12_000))
        let bench = CacheBench(
            cache,
            StubTransport { request in
                request.headerFields.contains(.ifNoneMatch)
                    ? .status(.notModified) : .respond(fields: [.eTag: "\"1\""], chunks: [body])
            })
        func isStored(_ name: String) -> Bool {
            _ = bench.record(get("https://a.example/\(name)"))
            return bench.transport.requests.last?.headerFields.contains(.ifNoneMatch) ?? false
        }
        #expect(["a", "b", "c", "d"].map(isStored) == [false, false, false, false])
        #expect(cache.size > 48_000 && cache.size <= 60_000)
        #expect(["a", "e", "a", "c", "b"].map(isStored) == [true, false, true, true, false])
        #expect(cache.size <= 60_000)
        for index in 0..<1_000 {
            _ = isStored("\(index % 7)")
            #expect(cache.size <= 60_000)
        }
    }

    @Test func doesNotStoreBodyAboveQuarterOfCapacity() {
        let cache = ResponseCache(capacity: 40_000)
        let bench = CacheBench(
            cache,
            StubTransport { request in
                let size = request.path == "/fits" ? 10_000 : 10_001
                let chunks = [5_000, size - 5_000].map { StubTransport.Response.Chunk(Array(repeating: 1, count: $0)) }
                return .respond(fields: [.eTag: "\"1\""], chunks: chunks)
            })
        #expect(bench.record(get("https://a.example/large")).chunks.map(\.count) == [5_000, 5_001])
        #expect(cache.size == 0)
        #expect(bench.record(get("https://a.example/fits")).chunks.map(\.count) == [5_000, 5_000])
        #expect(cache.size > 10_000)
    }

    @Test func limitsVariantsPerURL() {
        let cache = ResponseCache()
        let bench = CacheBench(
            cache, StubTransport { _ in .respond(fields: [.eTag: "\"1\"", .vary: "Accept"], chunks: ["a"]) })
        for index in 0..<500 { _ = bench.record(get("https://a.example/x", [.accept: "a/\(index)"])) }
        #expect(cache.size < 500 * 64)
        _ = bench.record(get("https://a.example/x", [.accept: "a/499"]))
        #expect(bench.transport.requests.last?.headerFields.contains(.ifNoneMatch) == true)
    }

    // MARK: Freshness

    private func fresh(_ fields: HTTPFields, _ requests: HTTPFields = [:], after seconds: Int) -> Bool {
        let cache = ResponseCache(freshnessClock: kit.scheduler)
        let bench = bench(cache) { request in
            request.headerFields.contains(.ifNoneMatch)
                ? .status(.notModified, fields: fields) : .respond(fields: fields, after: .seconds(2), chunks: ["a"])
        }
        _ = bench.record(get())
        kit.scheduler.advance(by: .seconds(2 + seconds))
        let second = bench.record(get("https://a.example/x", requests))
        kit.scheduler.advance(by: .seconds(5))
        #expect(second.response == "200 a")
        return bench.transport.requests.count == 1
    }

    @Test func isFreshWithinServerLifetime() {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let later = "Sun, 06 Nov 1994 08:50:37 GMT"
        // The age includes the two seconds between sending the request and receiving the head.
        for (fields, seconds, isFresh) in [
            ([.cacheControl: "max-age=60"], 57, true), ([.cacheControl: "max-age=60"], 58, false),
            ([.cacheControl: "max-age=\"60\", private", .eTag: "\"1\""], 57, true),
            ([.cacheControl: "max-age=60", .age: "50"], 10, false),
            ([.expires: later, .date: date], 57, true), ([.expires: later, .date: date], 58, false),
            ([.expires: later, .eTag: "\"1\""], 0, false), ([.expires: "0", .date: date, .eTag: "\"1\""], 0, false),
            ([.expires: later, .date: date, .cacheControl: "max-age=0"], 0, false),
            ([.cacheControl: "max-age=60, no-cache", .eTag: "\"1\""], 0, false),
            ([.cacheControl: "max-age=sixty", .eTag: "\"1\""], 0, false),
            ([.cacheControl: "max-age=99999999999999999999"], 1_000_000, true),
            ([.eTag: "\"1\"", .lastModified: date], 0, false),
            ([.eTag: "\"1\"", .cacheControl: "s-maxage=60"], 0, false),
        ] as [(HTTPFields, Int, Bool)] {
            #expect(fresh(fields, after: seconds) == isFresh, "\(fields) after \(seconds) s")
        }
    }

    @Test func honorsCacheControlOfRequest() {
        for (fields, seconds, isFresh) in [
            ([.cacheControl: "no-cache"], 1, false), ([.pragma: "no-cache"], 1, false),
            ([.cacheControl: "max-age=0"], 1, false), ([.cacheControl: "max-age=10"], 8, true),
            ([.cacheControl: "max-age=10"], 9, false), ([.cacheControl: "min-fresh=10"], 47, true),
            ([.cacheControl: "min-fresh=10"], 48, false),
        ] as [(HTTPFields, Int, Bool)] {
            let minute: HTTPFields = [.cacheControl: "max-age=60"]
            #expect(fresh(minute, fields, after: seconds) == isFresh, "\(fields) after \(seconds) s")
        }
    }

    @Test func reportsAgeOfFreshResponse() {
        let cache = ResponseCache(freshnessClock: kit.scheduler)
        let bench = bench(cache) { _ in .respond(fields: [.cacheControl: "max-age=60", .age: "3"], chunks: ["a"]) }
        _ = bench.record(get())
        kit.scheduler.advance(by: .milliseconds(7_900))
        let second = bench.record(get())
        #expect(second.head?.headerFields[.age] == "10")
        #expect(second.response == "200 a")
    }

    @Test func revalidationRenewsFreshness() {
        let cache = ResponseCache(freshnessClock: kit.scheduler)
        let fields: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\""]
        let bench = bench(cache) { request in
            request.headerFields.contains(.ifNoneMatch)
                ? .status(.notModified, fields: fields) : .respond(fields: fields, chunks: ["a"])
        }
        for (seconds, count) in [(0, 1), (30, 1), (40, 2), (50, 2), (20, 3)] {
            kit.scheduler.advance(by: .seconds(seconds))
            let exchange = bench.record(get())
            kit.scheduler.advance(by: .zero)
            #expect(exchange.response == "200 a")
            #expect(bench.transport.requests.count == count)
        }
    }

    @Test func revalidationUpdatesAge() {
        let cache = ResponseCache(freshnessClock: kit.scheduler)
        let bench = bench(cache) { request in
            let fields: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\""]
            return request.headerFields.contains(.ifNoneMatch)
                ? .status(.notModified, fields: fields + [HTTPField(name: .age, value: "40")], after: .seconds(10))
                : .respond(fields: fields, chunks: ["a"])
        }
        // Revalidated between 70 and 80 seconds with an age of 50 seconds, so the response is fresh for ten more
        // seconds.
        for (seconds, count) in [(0, 1), (70, 2), (19, 2), (1, 3)] {
            kit.scheduler.advance(by: .seconds(seconds))
            let exchange = bench.record(get())
            kit.scheduler.advance(by: .zero)
            #expect(bench.transport.requests.count == count)
            #expect(exchange.isCompleted == (seconds == 0 || seconds == 19))
        }
    }

    @Test func responsePendingDuringChangeIsNotFresh() {
        let cache = ResponseCache(freshnessClock: kit.scheduler)
        let bench = bench(cache) { request in
            request.method == .get
                ? .respond(fields: [.cacheControl: "max-age=60", .eTag: "\"1\""], after: .seconds(5), chunks: ["old"])
                : .status(.noContent, after: .seconds(1))
        }
        _ = bench.record(get())
        _ = bench.record(makeRequest(.put, "https://a.example/x"))
        kit.scheduler.advance(by: .seconds(10))
        _ = bench.record(get())
        kit.scheduler.advance(by: .seconds(10))
        #expect(bench.transport.requests.last?.headerFields[.ifNoneMatch] == "\"1\"")
    }

    @Test func changeOfOtherResourceKeepsPendingResponseFresh() {
        let bench = bench(ResponseCache(freshnessClock: kit.scheduler)) { request in
            request.method == .get
                ? .respond(fields: [.cacheControl: "max-age=60"], after: .seconds(5), chunks: ["a"])
                : .status(.noContent, after: .seconds(1))
        }
        _ = bench.record(get())
        _ = bench.record(makeRequest(.put, "https://a.example/y"))
        kit.scheduler.advance(by: .seconds(10))
        #expect(bench.record(get()).response == "200 a")
    }

    // MARK: Concurrency

    @Test func concurrentRequestsGetTheirOwnResponses() {
        let cache = ResponseCache(capacity: 20_000, freshnessClock: ConcurrentDispatchQueueScheduler())
        let transport = StubTransport { request in
            guard request.method == .get else { return .status(.noContent) }
            let body = String(repeating: request.path, count: 300)
            if request.headerFields.contains(.ifNoneMatch) { return .status(.notModified) }
            let control = request.number % 2 == 0 ? "max-age=60" : "private"
            return .respond(fields: [.eTag: "\"1\"", .cacheControl: control], chunks: [.init(body)])
        }
        let bench = CacheBench(cache, transport)
        let wrong = Log<String>()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<200 {
                let path = "/\((thread * 31 + round) % 30)"
                if round % 20 == 0 { _ = bench.record(makeRequest(.put, "https://a.example\(path)")) }
                if round == 100 { cache.removeAll() }
                let response = bench.record(get("https://a.example\(path)")).response
                if response != "200 " + String(repeating: path, count: 300) { wrong.append(response ?? "none") }
            }
        }
        #expect(wrong.entries == [])
        #expect(cache.size <= 20_000)
    }
}
