import Rill
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

/// Tests responses that are invalidated while a request is pending.
@Suite struct CacheInvalidationTests {
    private let kit = TestKit()

    private func bench(
        _ storage: any CacheStorage = MemoryCacheStorage(), _ handler: @escaping StubTransport.Handler
    ) -> CacheBench {
        CacheBench(
            ResponseCache(storage: storage, freshnessClock: kit.scheduler),
            StubTransport(scheduler: kit.scheduler, handler))
    }

    /// A server whose responses to `PUT` arrive after one second and whose responses to earlier requests arrive after
    /// five.
    private static let slowServer: StubTransport.Handler = { request in
        let fields: HTTPFields = [.cacheControl: "max-age=10", .eTag: "\"1\""]
        guard request.method != .put else { return .status(.noContent, after: .seconds(1)) }
        guard request.number > 0 else { return .respond(fields: fields, chunks: ["old"]) }
        guard request.method == .get else { return .status(.ok, fields: fields, after: .seconds(5)) }
        return .status(.notModified, fields: fields, after: .seconds(5))
    }

    /// Sends a `PUT` request and waits for its response.
    private func changeImmediately(_ cache: ResponseCache) {
        let transport = ClosureTransport { _, _ in .just(.head(HTTPResponse(status: .noContent))) }
        _ = RecordedExchange(transport.caching(in: cache).send(put(), body: nil))
    }

    private func put() -> HTTPRequest { makeRequest(.put, "https://a.example/x") }

    private func send(
        _ bench: CacheBench, _ request: HTTPRequest = get(), advancing seconds: Int = 0
    ) -> RecordedExchange {
        let exchange = bench.record(request)
        kit.scheduler.advance(by: .seconds(seconds))
        return exchange
    }

    @Test(arguments: [HTTPRequest.Method.get, .head], [false, true])
    func pendingRevalidationDoesNotRestoreResponse(_ method: HTTPRequest.Method, removesAll: Bool) {
        let bench = bench { try Self.slowServer($0) }
        _ = send(bench, advancing: 10)
        let pending = bench.record(makeRequest(method, "https://a.example/x"))
        if removesAll { bench.cache.removeAll() } else { _ = bench.record(put()) }
        kit.scheduler.advance(by: .seconds(2))
        #expect(bench.cache.size == 0)
        kit.scheduler.advance(by: .seconds(10))
        #expect(pending.response == (method == .get ? "200 old" : "200 "))
        #expect(bench.cache.size == 0)
    }

    @Test func responsePendingDuringRemovalOfAllIsNotStored() {
        let bench = bench { _ in
            .respond(fields: [.cacheControl: "max-age=60"], after: .seconds(5), chunks: ["private"])
        }
        let pending = bench.record(get())
        bench.cache.removeAll()
        kit.scheduler.advance(by: .seconds(10))
        #expect(pending.response == "200 private")
        #expect(bench.cache.size == 0)
    }

    @Test func invalidationDuringCommitRemovesResponse() {
        let storage = HookedStorage()
        let bench = bench(storage) { _ in .respond(fields: [.cacheControl: "max-age=60"], chunks: ["old"]) }
        storage.onCommit = {
            storage.onCommit = {}
            changeImmediately(bench.cache)
        }
        let exchange = send(bench)
        #expect(exchange.response == "200 old")
        #expect(storage.size == 0)
    }

    @Test(arguments: [false, true]) func invalidationDuringUpdateRemovesResponse(isBefore: Bool) {
        let storage = HookedStorage()
        let bench = bench(storage) { request in
            let fields: HTTPFields = [.cacheControl: "max-age=10", .eTag: "\"1\""]
            return request.number == 0
                ? .respond(fields: fields, chunks: ["old"]) : .status(.notModified, fields: fields)
        }
        _ = send(bench, advancing: 10)
        let change: @Sendable () -> Void = { changeImmediately(bench.cache) }
        if isBefore { storage.onUpdate = change } else { storage.onUpdated = change }
        let second = send(bench)
        #expect(second.response == "200 old")
        #expect(storage.size == 0)
    }

    @Test func cachesOfOneStorageShareInvalidations() {
        let storage = MemoryCacheStorage()
        let first = bench(storage) { _ in
            .respond(fields: [.cacheControl: "max-age=60", .eTag: "\"1\""], after: .seconds(5), chunks: ["old"])
        }
        let second = bench(storage) { _ in .status(.noContent) }
        _ = first.record(get())
        _ = second.record(put())
        kit.scheduler.advance(by: .seconds(10))
        _ = first.record(get())
        #expect(first.transport.requests.last?.headerFields[.ifNoneMatch] == "\"1\"")
    }

    // MARK: Unknown outcomes

    @Test func canceledUnsafeRequestInvalidatesResponse() {
        let bench = bench { try Self.slowServer($0) }
        _ = send(bench)
        let change = bench.record(put())
        #expect(bench.cache.size > 0)
        change.dispose()
        #expect(bench.cache.size == 0)
    }

    /// The server has processed the attempt whose response was lost, and rejects the retry.
    @Test(arguments: [(HTTPRequest.Method.delete, HTTPResponse.Status.notFound), (.put, .preconditionFailed)])
    func retryOfLostChangeInvalidatesResponse(method: HTTPRequest.Method, status: HTTPResponse.Status) {
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            guard request.method == method else { return .text("data", fields: [.cacheControl: "max-age=60"]) }
            return request.number == 1 ? .fail(TransportError(.closedEarly)) : .status(status)
        }
        let retry = Retry(.constantBackoff(attempts: 2, delay: .zero), scheduler: kit.scheduler)
        let client = makeClient(
            transport.caching(in: ResponseCache(freshnessClock: kit.scheduler)), middleware: [retry])
        func send(_ method: HTTPRequest.Method) -> Recorder<Void> {
            let recorder = Recorder(client.send(Endpoint<Void>("/x", method: method)))
            kit.scheduler.advance(by: .zero)
            return recorder
        }
        #expect(send(.get).isCompleted)
        #expect((send(method).error as? APIError)?.status == status)
        #expect(send(.get).isCompleted)
        #expect(transport.requests.map(\.method) == [.get, method, method, .get])
    }

    /// The server has processed the attempt that the transport sent again, and rejects the second one.
    @Test(arguments: [false, true]) func resentChangeInvalidatesResponse(isResent: Bool) {
        let transport = ClosureTransport { request, _ in
            guard request.method == .delete else {
                return .just(.head(HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60"])))
            }
            if isResent { request.transportDelegate?.willResend(after: TransportError(.closedEarly)) }
            return .just(.head(HTTPResponse(status: .notFound)))
        }
        let cache = ResponseCache(freshnessClock: kit.scheduler)
        let client = makeClient(transport.caching(in: cache))
        #expect(Recorder(client.send(Endpoint<Void>("/x"))).isCompleted)
        let error = Recorder(client.send(Endpoint<Void>("/x", method: .delete))).error as? APIError
        #expect(error?.status == .notFound && error?.attempts == (isResent ? 2 : 1))
        #expect((cache.size == 0) == isResent)
    }

    /// Sends each request twice, as `Retry` does, and returns the second response.
    private struct TwoAttempts: Middleware {
        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            next(request, body).filter { _ in false }.concat(next.attempt(next.attempt + 1)(request, body))
        }
    }

    @Test func repeatedChangeInvalidatesResponse() {
        let transport = StubTransport { request in
            request.method == .delete ? .status(.notFound) : .json("7", fields: [.cacheControl: "max-age=60"])
        }
        let cache = ResponseCache(freshnessClock: kit.scheduler)
        let client = makeClient(transport.caching(in: cache))
        _ = Recorder(client.send(Endpoint<Void>("/x")))
        #expect(cache.size > 0)
        // An earlier attempt may have been processed after the response was stored.
        let repeating = makeClient(transport.caching(in: cache), middleware: [TwoAttempts()])
        _ = Recorder(repeating.send(Endpoint<Void>("/x", method: .delete)))
        #expect(cache.size == 0)
    }

    @Test(arguments: [false, true]) func failedRemovalIsRepeatedBeforeNextUse(removesAll: Bool) {
        let storage = HookedStorage()
        let bench = bench(storage) { request in
            request.method == .put
                ? .status(.noContent) : .text("\(request.number)", fields: [.cacheControl: "max-age=60"])
        }
        func text() -> String { send(bench).text }
        #expect([text(), text()] == ["0", "0"])
        storage.failsToRemove = true
        if removesAll { bench.cache.removeAll() } else { _ = bench.record(put()) }
        kit.scheduler.advance(by: .zero)
        let count = bench.transport.requests.count
        #expect([text(), text()] == ["\(count)", "\(count + 1)"])
        storage.failsToRemove = false
        #expect([text(), text()] == ["\(count + 2)", "\(count + 2)"])
    }

    @Test func failedRemovalOfAnOlderResponseIsRepeatedBeforeNextUse() {
        let storage = HookedStorage()
        let bench = bench(storage) { request in
            .text("\(request.number)", fields: [.cacheControl: request.number == 1 ? "no-store" : "max-age=60"])
        }
        func text(_ fields: HTTPFields = [:]) -> String {
            let exchange = bench.record(get("https://a.example/x", fields))
            kit.scheduler.advance(by: .zero)
            return exchange.text
        }
        #expect([text(), text()] == ["0", "0"])
        storage.failsToRemove = true
        #expect(text([.cacheControl: "no-cache"]) == "1")
        storage.failsToRemove = false
        #expect([text(), text()] == ["2", "2"])
    }

    @Test func canceledBodyOfRejectedChangeKeepsResponse() {
        let bench = bench { request in
            request.method == .put
                ? .respond(status: .conflict, chunks: [.init("a", after: .seconds(5))])
                : .respond(fields: [.cacheControl: "max-age=60"], chunks: ["old"])
        }
        _ = send(bench)
        let change = send(bench, put(), advancing: 1)
        #expect(change.status == 409)
        change.dispose()
        #expect(bench.cache.size > 0)
    }

    // MARK: Newer responses that are not stored

    @Test func newerResponseThatIsTooLargeRemovesOlderOne() {
        let bench = bench(MemoryCacheStorage(capacity: 40_000)) { request in
            let chunk = StubTransport.Response.Chunk(Array(repeating: 1, count: 6_000))
            return .respond(
                fields: [.cacheControl: "max-age=3600"], chunks: request.number == 0 ? ["old"] : [chunk, chunk])
        }
        expectReplacement(bench)
    }

    @Test func newerResponseThatCannotBeWrittenRemovesOlderOne() {
        let storage = HookedStorage()
        let bench = bench(storage) { request in
            .respond(fields: [.cacheControl: "max-age=3600"], chunks: [.init(request.number == 0 ? "old" : "new")])
        }
        _ = send(bench)
        storage.fails = true
        expectReplacement(bench)
    }

    private func expectReplacement(_ bench: CacheBench) {
        _ = send(bench)
        #expect(bench.cache.size > 0)
        let reload = send(bench, get("https://a.example/x", [.cacheControl: "no-cache"]))
        #expect(reload.isCompleted)
        #expect(bench.cache.size == 0)
    }

    @Test(arguments: [408, 421, 425, 428, 429, 431, 511])
    func statusOfSingleRequestKeepsResponse(_ code: Int) {
        let bench = bench { request in
            request.number == 0
                ? .respond(fields: [.cacheControl: "max-age=3600"], chunks: ["old"])
                : .status(.init(code: code), fields: [.retryAfter: "1"])
        }
        _ = send(bench)
        let reload = send(bench, get("https://a.example/x", [.cacheControl: "no-cache"]))
        #expect(reload.status == code)
        #expect(bench.record(get()).response == "200 old")
    }

    @Test(arguments: [HTTPRequest.Method.get, .head])
    func changedVaryFieldOfRevalidationRemovesResponse(_ method: HTTPRequest.Method) {
        let bench = bench { request in
            let fields: HTTPFields = [
                .cacheControl: "max-age=10", .eTag: "\"1\"", .vary: request.number == 0 ? "Accept" : "Accept-Language",
            ]
            guard request.number > 0 else { return .respond(fields: fields, chunks: ["old"]) }
            return .status(request.method == .get ? .notModified : .ok, fields: fields)
        }
        _ = send(bench, advancing: 10)
        let second = send(bench, makeRequest(method, "https://a.example/x"))
        #expect(second.status == 200)
        #expect(bench.cache.size == 0)
    }
}
