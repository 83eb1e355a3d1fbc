import Rill
import RillHTTPTestSupport
import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTP
@testable import RillHTTPTesting
@testable import RillHTTPTypes
@testable import RillMiddleware
@testable import RillOAuth
@testable import RillTransportConformance

/// Tests requests with ranges, conditions or directives, `HEAD` requests, and failing servers.
@Suite struct ResponseCacheRequestTests {
    private let kit = TestKit()

    private func bench(_ handler: @escaping StubTransport.Handler) -> CacheBench {
        CacheBench(
            ResponseCache(freshnessClock: kit.scheduler), StubTransport(scheduler: kit.scheduler, handler))
    }

    /// Returns a bench with a stored response.
    ///
    /// The handler responds to further requests.
    private func stored(
        _ control: String, _ fields: HTTPFields = [:], body: [UInt8] = Array("0123456789".utf8),
        then handler: @escaping StubTransport.Handler = { _ in .status(.imATeapot) }
    ) -> CacheBench {
        let bench = bench { request in
            guard request.number == 0 else { return try handler(request) }
            return .respond(fields: [.cacheControl: control] + fields, chunks: [.init(body)])
        }
        _ = send(bench)
        return bench
    }

    private func send(
        _ bench: CacheBench, _ fields: HTTPFields = [:], _ method: HTTPRequest.Method = .get
    ) -> RecordedExchange {
        let exchange = bench.record(makeRequest(method, "https://a.example/x", fields))
        kit.scheduler.advance(by: .zero)
        return exchange
    }

    // MARK: Ranges

    @Test(arguments: [
        ("bytes=0-1", "01", "bytes 0-1/10"), ("bytes=8-", "89", "bytes 8-9/10"), ("bytes=-3", "789", "bytes 7-9/10"),
        ("Bytes = 3-99", "3456789", "bytes 3-9/10"), ("bytes=-99", "0123456789", "bytes 0-9/10"),
        ("bytes=8-\(Int.max)", "89", "bytes 8-9/10"), ("bytes=-\(Int.max)", "0123456789", "bytes 0-9/10"),
    ])
    func servesRangeOfCompleteResponse(_ range: String, _ text: String, _ contentRange: String) {
        let bench = stored("max-age=60")
        let exchange = send(bench, [.range: range])
        #expect(exchange.response == "206 \(text)")
        #expect(exchange.head?.headerFields[.contentRange] == contentRange)
        #expect(exchange.head?.headerFields[.contentLength] == "\(text.utf8.count)")
        #expect(bench.transport.requests.count == 1)
    }

    @Test(arguments: [
        "bytes=0-1,3-4", "bytes=10-", "bytes=5-4", "bytes=-0", "bytes=", "bytes=-", "lines=0-1", "bytes=a-b", "bytes",
    ])
    func forwardsOtherRanges(_ range: String) {
        let bench = stored("max-age=60")
        #expect(send(bench, [.range: range]).status == 418)
        #expect(bench.transport.requests.last?.headerFields[.range] == range)
    }

    @Test func doesNotServeRangeOfDecodedBody() {
        let bench = stored("max-age=60", [.contentEncoding: "gzip"], body: CodedSamples.gzip)
        #expect(send(bench).response == "200 \(CodedSamples.text)")
        #expect(send(bench, [.range: "bytes=0-1"]).status == 418)
    }

    @Test func ifRangeRequiresStrongValidator() {
        for (tag, condition, isServed) in [
            ("\"1\"", "\"1\"", true), ("\"1\"", "\"2\"", false), ("W/\"1\"", "W/\"1\"", false),
        ] {
            let exchange = send(stored("max-age=60", [.eTag: tag]), [.range: "bytes=0-1", .ifRange: condition])
            #expect((exchange.response == "206 01") == isServed)
        }
    }

    @Test func doesNotStorePartialResponse() {
        let bench = bench { _ in
            .respond(
                status: .partialContent, fields: [.cacheControl: "max-age=60", .contentRange: "bytes 0-1/10"],
                chunks: ["01"])
        }
        for _ in 0..<2 { _ = send(bench, [.range: "bytes=0-1"]) }
        #expect(bench.transport.requests.count == 2)
        #expect(bench.cache.size == 0)
    }

    // MARK: Conditions of the sender

    @Test func evaluatesConditionsWithFreshResponse() {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let fields: HTTPFields = [.eTag: "W/\"1\"", .lastModified: date]
        for (condition, response) in [
            ([.ifNoneMatch: "\"0\", \"1\""], "304 "), ([.ifNoneMatch: "*"], "304 "),
            ([.ifNoneMatch: "\"0\"", .ifModifiedSince: date], "200 0123456789"), ([.ifModifiedSince: date], "304 "),
            ([.ifModifiedSince: "Sun, 06 Nov 1994 08:49:36 GMT"], "200 0123456789"),
            ([.ifModifiedSince: "then"], "200 0123456789"),
        ] as [(HTTPFields, String)] {
            let bench = stored("max-age=60", fields)
            let exchange = send(bench, condition)
            #expect(exchange.response == response)
            #expect(exchange.head?.headerFields[.eTag] == "W/\"1\"")
            #expect(bench.transport.requests.count == 1)
        }
    }

    @Test func forwardsConditionsWithStaleResponse() {
        let bench = stored("max-age=1", [.eTag: "\"1\""]) { _ in .status(.notModified, fields: [.eTag: "\"7\""]) }
        kit.scheduler.advance(by: .seconds(1))
        #expect(send(bench, [.ifNoneMatch: "\"7\""]).response == "304 ")
        #expect(bench.transport.requests.last?.headerFields[.ifNoneMatch] == "\"7\"")
    }

    // MARK: Directives of the sender

    @Test func onlyIfCachedIsNotSent() {
        let bench = stored("max-age=1")
        #expect(send(bench, [.cacheControl: "only-if-cached"]).response == "200 0123456789")
        kit.scheduler.advance(by: .seconds(1))
        #expect(send(bench, [.cacheControl: "only-if-cached"]).response == "504 ")
        #expect(send(bench, [.cacheControl: "only-if-cached, max-stale"]).response == "200 0123456789")
        #expect(bench.transport.requests.count == 1)
    }

    /// A missing stored response is not a failure of the server.
    @Test(arguments: ["Only-If-Cached", "max-stale, \"only-if-cached\"", "only-if-cached=1"])
    func onlyIfCachedIsNeitherRetriedNorAFailureOfTheServer(directives: String) throws {
        let stub = StubTransport { _ in .text("ok") }
        let client = Client(
            baseURL: "https://h", transport: stub.caching(in: ResponseCache()),
            middleware: [Retry(scheduler: kit.scheduler), CircuitBreaker(minimumRequests: 2, scheduler: kit.scheduler)])
        let offline = Endpoint<String>("/", headerFields: [.cacheControl: directives])
        for _ in 0..<10 {
            let error = try #require(Recorder(client.send(offline)).error as? APIError)
            #expect(error.status == .gatewayTimeout)
            #expect(error.attempts == 1)
        }
        #expect(Recorder(client.send(Endpoint<String>("/", parser: .text))).values == ["ok"])
    }

    @Test func failureOfAServerIsRetriedWithOnlyIfCached() throws {
        let stub = StubTransport { _ in .status(.serviceUnavailable) }
        let client = Client(
            baseURL: "https://h", transport: stub,
            middleware: [
                Retry(.constantBackoff(attempts: 3, delay: .zero), scheduler: ImmediateScheduler.shared),
                CircuitBreaker(minimumRequests: 2, scheduler: kit.scheduler),
            ])
        let endpoint = Endpoint<String>("/", headerFields: [.cacheControl: "only-if-cached"])
        let error = try #require(Recorder(client.send(endpoint)).error as? APIError)
        #expect(stub.requests.count == 2)
        #expect(error.underlying is CircuitOpenError)
    }

    @Test(
        arguments: [[.cacheControl: "only-if-cached, no-store"], [.cacheControl: "only-if-cached", .ifMatch: "*"]]
            as [HTTPFields])
    func onlyIfCachedThatBypassesCacheIsNotSent(_ fields: HTTPFields) {
        let bench = stored("max-age=60")
        #expect(send(bench, fields).response == "504 ")
        #expect(bench.transport.requests.count == 1)
    }

    @Test func onlyIfCachedIsNotRevalidated() {
        let bench = stored("max-age=1, stale-while-revalidate=60")
        kit.scheduler.advance(by: .seconds(2))
        #expect(send(bench, [.cacheControl: "only-if-cached"]).response == "200 0123456789")
        #expect(bench.transport.requests.count == 1)
    }

    // MARK: HEAD

    @Test func freshResponseIsUsedForHead() {
        let bench = stored("max-age=60", [.eTag: "\"1\""])
        let exchange = send(bench, [:], .head)
        #expect(exchange.response == "200 ")
        #expect(exchange.head?.headerFields[.eTag] == "\"1\"")
        #expect(bench.transport.requests.count == 1)
    }

    @Test func headUpdatesStoredResponse() {
        let bench = stored("max-age=10", [.eTag: "\"1\"", .server: "old"]) { _ in
            .status(.ok, fields: [.eTag: "\"1\"", .server: "new", .cacheControl: "max-age=60"])
        }
        kit.scheduler.advance(by: .seconds(10))
        _ = send(bench, [:], .head)
        kit.scheduler.advance(by: .seconds(59))
        let exchange = send(bench)
        #expect(exchange.response == "200 0123456789")
        #expect(exchange.head?.headerFields[.server] == "new")
        #expect(exchange.head?.headerFields[.age] == "59")
        #expect(bench.transport.requests.map(\.method) == [.get, .head])
    }

    @Test(
        arguments: [
            (true, [.eTag: "\"2\""]), (true, [.contentLength: "11"]),
            (true, [.lastModified: "Sun, 06 Nov 1994 08:49:38 GMT"]), (false, [.eTag: "\"2\""]),
            (false, [.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"]), (false, [.contentLength: "11"]),
        ] as [(Bool, HTTPFields)])
    func headRemovesResponseWithOtherOrMissingField(hasFields: Bool, _ fields: HTTPFields) {
        let own: HTTPFields = [
            .eTag: "\"1\"", .contentLength: "10", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT",
        ]
        let bench = stored("max-age=10", hasFields ? own : [:]) { _ in
            .status(.ok, fields: [.cacheControl: "max-age=60"] + fields)
        }
        kit.scheduler.advance(by: .seconds(10))
        _ = send(bench, [:], .head)
        #expect(bench.cache.size == 0)
    }

    @Test(
        arguments: [
            ([:], [.contentLength: "10"]), ([.contentEncoding: "gzip"], [.contentLength: "7"]),
            ([:], [.contentLength: "7", .contentEncoding: "gzip"]),
        ] as [(HTTPFields, HTTPFields)])
    func headComparesLengthWithUnencodedBody(_ own: HTTPFields, _ fields: HTTPFields) {
        let isCoded = own.contains(.contentEncoding)
        let bench = stored("max-age=10", own, body: isCoded ? CodedSamples.gzip : Array("0123456789".utf8)) { _ in
            .status(.ok, fields: [.cacheControl: "max-age=60"] + fields)
        }
        kit.scheduler.advance(by: .seconds(10))
        _ = send(bench, [:], .head)
        kit.scheduler.advance(by: .seconds(59))
        #expect(send(bench).response == "200 \(isCoded ? CodedSamples.text : "0123456789")")
        #expect(bench.transport.requests.map(\.method) == [.get, .head])
    }

    // MARK: Stale responses

    @Test func staleResponseIsUsedWhileItIsRevalidated() {
        expectNoLeaks(checksRetained: false) {
            let bench = stored("max-age=1, stale-while-revalidate=60", [.eTag: "\"1\""]) { request in
                .respond(
                    fields: [.cacheControl: "max-age=60", .eTag: "\"2\""], after: .seconds(5), chunks: ["new"])
            }
            kit.scheduler.advance(by: .seconds(2))
            for _ in 0..<3 {
                let exchange = send(bench)
                #expect(exchange.response == "200 0123456789")
                #expect(exchange.head?.headerFields[.age] == "2")
            }
            // One request revalidates the response for all of them.
            #expect(bench.transport.requests.map { $0.headerFields[.ifNoneMatch] } == [nil, "\"1\""])
            kit.scheduler.advance(by: .seconds(5))
            #expect(send(bench).response == "200 new")
            #expect(bench.transport.requests.count == 2)
        }
    }

    @Test func revalidationThatHangsIsCanceled() {
        let bench = stored("max-age=1, stale-while-revalidate=600") { _ in .status(.ok, after: .seconds(10_000)) }
        kit.scheduler.advance(by: .seconds(2))
        for (seconds, count) in [(0, 2), (59, 2), (1, 3)] {
            kit.scheduler.advance(by: .seconds(seconds))
            #expect(send(bench).response == "200 0123456789")
            #expect(bench.transport.requests.count == count)
        }
    }

    @Test func failedRevalidationKeepsStaleResponse() {
        let bench = stored("max-age=1, stale-while-revalidate=60") { _ in .fail(TransportError(.couldNotConnect)) }
        kit.scheduler.advance(by: .seconds(2))
        for count in 2...4 {
            #expect(send(bench).response == "200 0123456789")
            #expect(bench.transport.requests.count == count)
        }
    }

    // MARK: Stored fields and variants

    @Test func doesNotStoreFieldsOfConnectionOrSingleUse() {
        let bench = stored(
            "max-age=60",
            [
                .connection: "X-Hop, close", .init(literal: "X-Hop"): "1", .keepAlive: "timeout=5",
                .proxyAuthenticate: "Basic", .upgrade: "h2c", .server: "s", .setCookie: "a=b", .setCookie: "c=d",
                .init(literal: "Authentication-Info"): "nextnonce=1",
            ])
        let head = send(bench).head
        #expect(
            head?.headerFields
                == [.cacheControl: "max-age=60", .server: "s", .age: "0"])
    }

    @Test func newVaryFieldReplacesResponse() {
        let bench = bench { request in
            .respond(
                fields: [.cacheControl: "max-age=60", .vary: request.number == 0 ? "Accept" : "Accept-Language"],
                chunks: [.init("\(request.number)")])
        }
        let accept: HTTPFields = [.accept: "a/b"]
        #expect(send(bench, accept).text == "0")
        #expect(send(bench, accept + [HTTPField(name: .cacheControl, value: "no-cache")]).text == "1")
        #expect(send(bench, accept).text == "1")
        #expect(send(bench, [.accept: "c/d"]).text == "1")
        #expect(bench.transport.requests.count == 2)
    }

    @Test func whitespaceInFieldsDoesNotAffectVariant() {
        let bench = stored("max-age=60", [.vary: "Accept"])
        #expect(send(bench, [.accept: "a/b"]).status == 418)
        let other = CacheBench(
            ResponseCache(freshnessClock: kit.scheduler),
            StubTransport { _ in .respond(fields: [.cacheControl: "max-age=60", .vary: "Accept"], chunks: ["a"]) })
        _ = other.record(get("https://a.example/x", [.accept: "a/b, c/d"]))
        _ = other.record(get("https://a.example/x", [.accept: "a/b,c/d"]))
        _ = other.record(get("https://a.example/x", [.accept: "a/b", .accept: " c/d"]))
        #expect(other.transport.requests.count == 1)
    }

    /// The subscriber receives the cookies of a 304 response once.
    @Test func cookieOfRevalidationIsNotStored() {
        let bench = stored("max-age=1", [.eTag: "\"1\""]) { _ in
            .status(.notModified, fields: [.eTag: "\"1\"", .cacheControl: "max-age=60", .setCookie: "a=b"])
        }
        kit.scheduler.advance(by: .seconds(1))
        #expect((0..<2).map { _ in send(bench).head?.headerFields[.setCookie] } == ["a=b", nil])
        #expect(bench.transport.requests.count == 2)
    }

    // MARK: Middleware

    /// A middleware that adds a header field.
    private struct Language: Middleware {
        let current: Log<String>

        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            var request = request
            request.headerFields[.acceptLanguage] = current.entries.last
            return next(request, body)
        }
    }

    @Test(arguments: [false, true]) func responseVariesByFieldOfMiddleware(isCoalesced: Bool) {
        let language = Log<String>()
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            .text(
                request.headerFields[.acceptLanguage] ?? "",
                fields: [
                    .cacheControl: "max-age=60", .vary: request.path == "/api/v2/a" ? "Accept-Language" : "Accept",
                ])
        }
        let cache = ResponseCache(freshnessClock: kit.scheduler)
        let client = makeClient(
            isCoalesced ? transport.coalescing().caching(in: cache) : transport.caching(in: cache),
            middleware: [Language(current: language)])
        func text(_ path: URLPath, in current: String) -> [String] {
            language.append(current)
            let recorder = Recorder(client.send(Endpoint(path, parser: .text)))
            kit.scheduler.advance(by: .zero)
            return recorder.values
        }
        for _ in 0..<2 {
            #expect(text("/a", in: "de") == ["de"] && text("/a", in: "en") == ["en"])
            #expect(text("/b", in: "de") == ["de"] && text("/b", in: "en") == ["de"])
        }
        #expect(transport.requests.count == 3)
    }

    /// The identity of the sender includes the user of a digest, although each digest is different.
    @Test func responseThatVariesByDigestIsStored() {
        let challenge = #"Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256"#
        let transport = StubTransport { request in
            request.headerFields.contains(.authorization)
                ? .text("a", fields: [.cacheControl: "max-age=60", .vary: "Authorization"])
                : .status(.unauthorized, fields: [.wwwAuthenticate: challenge])
        }
        let digest = DigestAuthentication(user: "alice", password: "s3cr3t", for: "https://qiita.com")
        let client = makeClient(transport.caching(in: ResponseCache()), middleware: [digest])
        for _ in 0..<3 { #expect(Recorder(client.send(Endpoint<String>("/a", parser: .text))).values == ["a"]) }
        #expect(transport.requests.count == 2)
    }
}

extension HTTPResponse.Status {
    fileprivate static let imATeapot = HTTPResponse.Status(code: 418)
}
