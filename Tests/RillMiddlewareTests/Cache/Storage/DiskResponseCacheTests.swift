import Foundation
import Rill
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

@testable import RillCurl
@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

/// `ResponseCache` with a storage on disk.
@Suite struct DiskResponseCacheTests {
    private let kit = TestKit()
    private let files: TemporaryFiles

    init() throws {
        files = try TemporaryFiles()
    }

    /// Returns a cache as a new process would create it, with the same virtual time.
    private func makeCache(
        on scheduler: any Scheduler = ImmediateScheduler.shared, maximumBodySize: Int? = nil
    ) throws -> ResponseCache {
        ResponseCache(
            storage: try DiskCacheStorage(
                files.path("cache"), maximumSize: 1 << 20, maximumBodySize: maximumBodySize, scheduler: scheduler),
            clock: WallClock(kit.scheduler, start: .seconds(1_700_000_000)))
    }

    private func bench(
        _ cache: ResponseCache, _ handler: @escaping StubTransport.Handler
    ) -> CacheBench {
        CacheBench(cache, StubTransport(scheduler: kit.scheduler, handler))
    }

    private func send(
        _ bench: CacheBench, _ fields: HTTPFields = [:], _ method: HTTPRequest.Method = .get
    ) -> RecordedExchange {
        let exchange = bench.record(makeRequest(method, "https://a.example/x?key=s3cret-q", fields))
        kit.scheduler.advance(by: .zero)
        return exchange
    }

    /// All files in the folder.
    private var contents: [String: Data] {
        let root = files.path("cache")
        let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return Dictionary(
            uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: "\(root)/\($0)") ?? Data()) })
    }

    @Test func newProcessUsesStoredResponse() throws {
        let handler: StubTransport.Handler = { request in
            request.headerFields[.ifNoneMatch] == "\"1\""
                ? .status(.notModified)
                : .respond(fields: [.cacheControl: "max-age=60", .eTag: "\"1\""], chunks: ["he", "llo"])
        }
        for (seconds, count, age) in [(0, 1, nil), (30, 0, "30"), (29, 0, "59"), (1, 1, nil), (59, 0, "59")] {
            kit.scheduler.advance(by: .seconds(seconds))
            let bench = bench(try makeCache(), handler)
            let exchange = send(bench)
            #expect(exchange.response == "200 hello")
            #expect(exchange.head?.headerFields[.age] == age)
            #expect(bench.transport.requests.count == count)
        }
        let other = bench(try makeCache()) { _ in .status(.noContent) }
        _ = send(other, [:], .put)
        #expect(try makeCache().size == 0)
    }

    @Test func storesNoPartOfRequest() throws {
        let fields: HTTPFields = [
            .authorization: "Bearer s3cret-a", .cookie: "id=s3cret-c", .acceptLanguage: "s3cret-l",
            .init(literal: "X-Api-Key"): "s3cret-k",
        ]
        let bench = bench(try makeCache()) { _ in
            .respond(
                fields: [.cacheControl: "max-age=60", .vary: "Authorization, Cookie, Accept-Language"],
                chunks: ["hello"])
        }
        _ = send(bench, fields)
        #expect(send(bench, fields).response == "200 hello")
        #expect(bench.transport.requests.count == 1)
        for changed: HTTPField.Name in [.authorization, .cookie, .acceptLanguage, .init(literal: "X-Api-Key")] {
            var other = fields
            other[changed] = "other"
            _ = send(bench, other)
        }
        #expect(bench.transport.requests.count == 5)
        let contents = contents
        #expect(contents.count > 5)
        for (name, data) in contents {
            #expect(!name.contains("s3cret") && !name.contains("example"))
            for text in ["s3cret", "a.example"] {
                #expect(data.range(of: Data(text.utf8)) == nil, "\(text) in \(name)")
            }
        }
    }

    @Test func damagedResponseIsRequestedAgain() throws {
        let bench = bench(try makeCache()) { request in
            .respond(fields: [.cacheControl: "max-age=60", .eTag: "\"1\""], chunks: ["hello"])
        }
        _ = send(bench)
        let (name, data) = try #require(contents.first { $0.value.range(of: Data("hello".utf8)) != nil })
        var damaged = data
        damaged[try #require(data.range(of: Data("hello".utf8))).lowerBound] ^= 1
        try damaged.write(to: URL(fileURLWithPath: files.path("cache/\(name)")))
        #expect(send(bench).response == "200 hello")
        #expect(bench.transport.requests.map { $0.headerFields[.ifNoneMatch] } == [nil, nil])
        #expect(send(bench).response == "200 hello")
        #expect(bench.transport.requests.count == 2)
    }

    @Test func damagedMetadataIsRemoved() throws {
        let storage = try DiskCacheStorage(files.path("cache"), scheduler: ImmediateScheduler.shared)
        let keys = CacheKeys(secret: storage.secret)
        let writer = try storage.makeWriter(
            for: keys.key(of: "https://a.example/x?key=s3cret-q"), variant: String(repeating: "0", count: 32))
        try writer.commit(metadata: [7, 7, 7])
        let bench = bench(try makeCache()) { _ in .status(.ok, fields: [.cacheControl: "no-store"]) }
        #expect(send(bench).status == 200)
        #expect(storage.size == 0)
    }

    @Test func forwardsChunksWhileWriting() throws {
        try expectNoLeaks {
            let second = Duration.seconds(1)
            let bench = bench(try makeCache()) { request in
                .respond(
                    fields: [.cacheControl: "max-age=60"], after: second,
                    chunks: [.init("a", after: second), .init("b", after: second)],
                    then: request.number == 0 ? .fail(TransportError(.closedEarly)) : .complete, after: second)
            }
            let failing = bench.record(get())
            for count in 0...4 {
                #expect(failing.events.count == count)
                kit.scheduler.advance(by: second)
            }
            #expect(failing.error != nil)
            for time in 0..<4 {
                let disposed = bench.record(get())
                kit.scheduler.advance(by: .seconds(time))
                disposed.dispose()
                kit.scheduler.advance(by: .seconds(10))
            }
            // Only the file of the secret remains.
            #expect(contents.values.filter { !$0.isEmpty }.map(\.count) == [16])
            let complete = bench.record(get())
            kit.scheduler.advance(by: .seconds(10))
            #expect(complete.response == "200 ab")
            #expect(bench.record(get()).response == "200 ab")
            #expect(bench.transport.requests.count == 6)
        }
    }

    @Test func doesNotStoreLargeBody() throws {
        let bench = bench(try makeCache(maximumBodySize: 10)) { request in
            .respond(
                fields: [.cacheControl: "max-age=60"],
                chunks: ["012345", .init(request.path == "/x" ? "6789" : "6789A")])
        }
        for path in ["y", "x"] {
            for _ in 0..<2 {
                let exchange = bench.record(get("https://a.example/\(path)"))
                kit.scheduler.advance(by: .zero)
                #expect(exchange.isCompleted)
            }
        }
        #expect(bench.transport.requests.map(\.path) == ["/y", "/y", "/x"])
    }

    @Test func bodyLargerThanStorageKeepsOtherEntries() throws {
        let bench = bench(try makeCache(maximumBodySize: 1 << 40)) { request in
            var fields: HTTPFields = [.cacheControl: "max-age=60"]
            if request.path == "/declared" { fields[.contentLength] = "2000000" }
            return .respond(
                fields: fields, chunks: request.path == "/x" ? ["a"] : [.init(TemporaryFiles.pattern(2_000_000))])
        }
        for path in ["x", "declared", "undeclared", "x"] {
            let exchange = bench.record(get("https://a.example/\(path)"))
            kit.scheduler.advance(by: .zero)
            #expect(exchange.isCompleted)
        }
        #expect(bench.transport.requests.map(\.path) == ["/x", "/declared", "/undeclared"])
    }

    @Test func usesSchedulerOfStorage() throws {
        let bench = bench(try makeCache(on: kit.scheduler)) { _ in
            .respond(fields: [.cacheControl: "max-age=60"], chunks: [.init(TemporaryFiles.pattern(200_000))])
        }
        for count in 1...2 {
            let exchange = bench.record(get())
            #expect(exchange.events.isEmpty)
            kit.scheduler.advance(by: .seconds(1))
            #expect(exchange.isCompleted)
            #expect(exchange.chunks.flatMap { $0 } == TemporaryFiles.pattern(200_000))
            #expect(exchange.chunks.count == (count == 1 ? 1 : 4))
        }
        #expect(bench.transport.requests.count == 1)
    }

    /// The transport sends all events before the scheduler of the storage runs.
    @Test(arguments: [HTTPRequest.Method.get, .put, .head]) func exceedsBufferWithoutError(
        _ method: HTTPRequest.Method
    ) throws {
        let cache = try makeCache(on: kit.scheduler)
        for count in [200, 1_000] {
            let source = PublishSubject<TransportEvent>()
            let exchange = RecordedExchange(
                ClosureTransport { _, _ in source.asObservable() }.caching(in: cache)
                    .send(makeRequest(method, "https://a.example/x"), body: nil))
            kit.scheduler.advance(by: .zero)
            source.onNext(.head(HTTPResponse(status: .ok, headerFields: [.eTag: "\"\(count)\""])))
            for index in 0..<count { source.onNext(.chunk([UInt8(index & 0xFF)])) }
            source.onCompleted()
            kit.scheduler.advance(by: .seconds(1))
            #expect(exchange.isCompleted)
            #expect(exchange.error == nil)
            #expect(exchange.chunks.count == count)
            // Only the shorter response is stored, and the longer one removes it.
            #expect((cache.size > 0) == (method == .get && count == 200))
        }
    }

    #if os(Linux)
        /// Uses a real connection, and a storage that runs on a queue.
        @Test func largeResponseIsStreamedThroughStorage() throws {
            let size = 1 << 20
            let server = try LoopbackServer { request in
                var response = LoopbackServer.Response.pattern(byteCount: size)
                response.fields.append(HTTPField(name: .cacheControl, value: "max-age=3600"))
                return response
            }
            defer { server.stop() }
            let storage = try DiskCacheStorage(files.path("cache"), maximumSize: 64 << 20)
            let client = Client(
                baseURL: server.baseURL, transport: CurlTransport().caching(in: ResponseCache(storage: storage)))
            for _ in 0..<3 {
                let data = try client.send(Endpoint("/large", parser: .data)).wait(timeout: .seconds(60))
                #expect(data.count == size)
                #expect(data.indices.allSatisfy { data[$0] == LoopbackServer.patternByte(at: $0) })
            }
            #expect(server.requests.count == 1)
            #expect(storage.size > size)
        }

        @Test func concurrentRequestsOverTwoStorages() throws {
            let server = try LoopbackServer { request in
                var response = LoopbackServer.Response.text(String(repeating: request.path, count: 2_000))
                response.fields.append(
                    HTTPField(name: .cacheControl, value: request.path.hasSuffix("0") ? "no-cache" : "max-age=3600"))
                response.fields.append(HTTPField(name: .eTag, value: "\"1\""))
                if request.fields.contains(.ifNoneMatch) { return .status(.notModified) }
                return response
            }
            defer { server.stop() }
            let clients = try (0..<2).map { _ in
                let storage = try DiskCacheStorage(files.path("cache"), maximumSize: 200_000)
                return Client(
                    baseURL: server.baseURL, transport: CurlTransport().caching(in: ResponseCache(storage: storage)))
            }
            let requests = (0..<200).map { index in
                clients[index % 2].send(Endpoint("/\(index % 15)", parser: .text)).map { text in
                    text == String(repeating: "/\(index % 15)", count: 2_000)
                }
            }
            let results = try Observable.from(requests).flatMap(maxConcurrent: 8) { $0 }.reduce([Bool]()) { $0 + [$1] }
                .wait(timeout: .seconds(60))
            #expect(results.count == 200 && results.allSatisfy { $0 })
        }
    #endif
}
