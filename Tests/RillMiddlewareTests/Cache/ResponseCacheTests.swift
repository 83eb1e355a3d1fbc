import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillTesting
import Testing

@Suite struct ResponseCacheTests {
    private typealias Request = StubTransport.Request
    private typealias Response = StubTransport.Response

    private func bench(_ handler: @escaping StubTransport.Handler) -> CacheBench {
        bench(ResponseCache(), handler)
    }

    private func bench(
        _ cache: ResponseCache, _ handler: @escaping StubTransport.Handler
    ) -> CacheBench {
        CacheBench(cache, StubTransport(handler))
    }

    /// Returns a handler for a server that serves one version of each resource and supports revalidation.
    private static func versioned(_ tag: String = "\"1\"", _ fields: HTTPFields = [:]) -> StubTransport.Handler {
        { request in
            var fields = fields
            fields[.eTag] = tag
            guard request.headerFields[.ifNoneMatch] != tag else { return .status(.notModified, fields: fields) }
            return .respond(fields: fields, chunks: ["he", "llo"])
        }
    }

    @Test func revalidatesStoredResponse() {
        let bench = bench(Self.versioned())
        let first = bench.record(get())
        let second = bench.record(get())
        #expect(first.response == "200 hello")
        #expect(second.response == "200 hello")
        #expect(second.chunks == first.chunks)
        #expect(bench.transport.requests.map { $0.headerFields[.ifNoneMatch] } == [nil, "\"1\""])
    }

    @Test(arguments: [HTTPResponse.Status.ok, .gone])
    func removesResponseReplacedByUnstorableOne(status: HTTPResponse.Status) {
        let fields: HTTPFields = [.eTag: "\"1\"", .cacheControl: "max-age=60"]
        let bench = bench(ResponseCache(freshnessClock: TestScheduler())) { request in
            request.number == 0
                ? .respond(fields: fields, chunks: ["old"])
                : .respond(status: status, fields: [.cacheControl: "no-store"], chunks: ["new"])
        }
        for _ in 0..<2 { #expect(bench.record(get()).response == "200 old") }
        #expect(bench.transport.requests.count == 1)
        #expect(bench.record(get("https://a.example/x", [.cacheControl: "no-cache"])).text == "new")
        #expect(bench.record(get()).text == "new")
        #expect(bench.transport.requests.count == 3)
    }

    @Test func revalidatesWithLastModified() {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let bench = bench { request in
            request.headerFields[.ifModifiedSince] == date
                ? .status(.notModified) : .respond(fields: [.lastModified: date], chunks: ["hello"])
        }
        for _ in 0..<2 { #expect(bench.record(get()).response == "200 hello") }
        #expect(bench.transport.requests.map { $0.headerFields[.ifModifiedSince] } == [nil, date])
        #expect(bench.transport.requests.allSatisfy { !$0.headerFields.contains(.ifNoneMatch) })
    }

    @Test func mergesHeaderFieldsOn304() {
        let bench = bench { request in
            request.number == 0
                ? .respond(
                    fields: [
                        .eTag: "\"1\"", .contentType: "text/plain", .contentLength: "5", .date: "old", .age: "9",
                        .link: "a", .link: "b", .server: "x",
                    ], chunks: ["hello"])
                : .status(
                    .notModified,
                    fields: [
                        .eTag: "\"1\"", .contentType: "no/no", .contentLength: "0", .date: "new", .link: "c",
                        .cacheControl: "private", .connection: "close",
                    ])
        }
        _ = bench.record(get())
        let expected: HTTPFields = [
            .eTag: "\"1\"", .contentType: "text/plain", .contentLength: "5", .date: "new", .link: "c", .server: "x",
            .cacheControl: "private",
        ]
        for _ in 0..<2 { #expect(bench.record(get()).head == HTTPResponse(status: .ok, headerFields: expected)) }
    }

    @Test func replacesStaleResponse() {
        let bench = bench { request in
            let version = request.number / 2
            return try Self.versioned("\"\(version)\"")(request)
        }
        for _ in 0..<6 { #expect(bench.record(get()).response == "200 hello") }
        #expect(
            bench.transport.requests.map { $0.headerFields[.ifNoneMatch] }
                == [nil, "\"0\"", "\"0\"", "\"1\"", "\"1\"", "\"2\""])
    }

    /// The fields of the stored response and of the 304 response, and the conditions that are sent.
    @Test(
        arguments: [
            ([.eTag: "W/\"0\""], [.eTag: "\"other\""], [nil, "W/\"0\"", nil]),
            ([.eTag: "\"1\""], [.lastModified: "Sat, 05 Nov 1994 08:49:37 GMT"], [nil, "\"1\"", nil]),
            (
                [.eTag: "\"1\"", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"],
                [.lastModified: "Sat, 05 Nov 1994 08:49:37 GMT"], [nil, "\"1\"", nil]
            ),
            // The ETag precedes the date.
            (
                [.eTag: "\"1\"", .lastModified: "Sun, 06 Nov 1994 08:49:30 GMT"],
                [.eTag: "\"1\"", .lastModified: "Sun, 06 Nov 1994 08:49:31 GMT"], [nil, "\"1\""]
            ),
            ([.eTag: "W/\"1\""], [.eTag: "\"1\""], [nil, "W/\"1\""]),
        ] as [(HTTPFields, HTTPFields, [String?])])
    func validatorsOf304DetermineWhetherResponseIsRequestedAgain(
        _ stored: HTTPFields, _ update: HTTPFields, _ conditions: [String?]
    ) {
        let bench = bench { request in
            request.headerFields.contains(.ifNoneMatch)
                ? .status(.notModified, fields: update) : .respond(fields: stored, chunks: ["hello"])
        }
        for _ in 0..<2 { #expect(bench.record(get()).response == "200 hello") }
        #expect(bench.transport.requests.map { $0.headerFields[.ifNoneMatch] } == conditions)
    }

    private static let unstorable: [(String, HTTPResponse.Status, HTTPFields)] = [
        ("no validator", .ok, [:]), ("no-store", .ok, [.eTag: "1", .cacheControl: "max-age=60, No-Store"]),
        ("vary by all", .ok, [.eTag: "1", .vary: "Accept, *"]), ("vary by nonsense", .ok, [.eTag: "1", .vary: "a b"]),
        ("partial", .partialContent, [.eTag: "1"]), ("created", .created, [.eTag: "1"]),
        ("not found", .notFound, [.eTag: "1"]), ("unauthorized", .unauthorized, [.cacheControl: "max-age=60"]),
        ("proxy", .init(code: 407), [.cacheControl: "max-age=60"]),
        ("moved", .movedPermanently, [.eTag: "1", .location: "/"]),
    ]

    @Test(arguments: unstorable.indices)
    func doesNotStoreOtherResponses(_ index: Int) {
        let (_, status, fields) = Self.unstorable[index]
        let cache = ResponseCache()
        let bench = bench(cache) { _ in .respond(status: status, fields: fields, chunks: ["hello"]) }
        #expect(bench.record(get()).status == status.code)
        #expect(bench.record(get()).text == "hello")
        #expect(bench.transport.requests.allSatisfy { !$0.headerFields.contains(.ifNoneMatch) })
        #expect(cache.size == 0)
    }

    @Test func storesPrivateResponses() {
        let cache = ResponseCache()
        _ = bench(cache, Self.versioned("\"1\"", [.cacheControl: "private, no-cache=\"no-store, x\""])).record(get())
        #expect(cache.size > 0)
        cache.removeAll()
        #expect(cache.size == 0)
    }

    private static let passing: [HTTPRequest] = [
        get("https://a.example/x", [.range: "bytes=0-1"]), get("https://a.example/x", [.ifNoneMatch: "\"0\""]),
        get("https://a.example/x", [.ifModifiedSince: "x"]), get("https://a.example/x", [.ifMatch: "*"]),
        get("https://a.example/x", [.cacheControl: "no-store"]), makeRequest(.head, "https://a.example/x"),
        makeRequest(.options, "https://a.example/x"),
    ]

    @Test(arguments: passing.indices)
    func otherRequestsBypassCache(_ index: Int) {
        let cache = ResponseCache()
        let bench = bench(cache, Self.versioned())
        _ = bench.record(get())
        let size = cache.size
        _ = bench.record(Self.passing[index])
        #expect(bench.transport.requests[1].headerFields == Self.passing[index].headerFields)
        #expect(cache.size == size)
        #expect(bench.record(get(), body: HTTPBody("query")).response == "200 hello")
        #expect(bench.transport.requests[2].headerFields[.ifNoneMatch] == nil)
    }

    @Test func comparesFieldsNamedByVary() {
        let bench = bench { request in
            let language = request.headerFields[.acceptLanguage] ?? "none"
            return try Self.versioned("\"\(language)\"", [.vary: "accept-language, X-Other"])(request)
        }
        for (fields, tag) in [
            ([.acceptLanguage: "de"], nil), ([.acceptLanguage: "en"], nil), ([:], nil),
            ([.acceptLanguage: "de", .accept: "a/b"], "\"de\""), ([.acceptLanguage: "en"], "\"en\""),
            ([.acceptLanguage: "en", .init("x-other")!: "1"], nil), ([:], "\"none\""),
        ] as [(HTTPFields, String?)] {
            _ = bench.record(get("https://a.example/x", fields))
            #expect(bench.transport.requests.last?.headerFields[.ifNoneMatch] == tag, "\(fields)")
        }
    }

    @Test func storesResponsesSeparatelyByCredentials() {
        let bench = bench { request in
            let user =
                request.headerFields[.authorization] ?? request.headerFields[.init("X-Auth-Token")!] ?? "anonymous"
            return .respond(fields: [.eTag: "\"1\""], chunks: [.init(user)])
        }
        for (fields, tag) in [
            ([.authorization: "Bearer a"], nil), ([.authorization: "Bearer b"], nil), ([:], nil),
            ([.init("X-Auth-Token")!: "c"], nil), ([.cookie: "anonymous"], nil),
            ([.authorization: "Bearer a"], "\"1\""), ([:], "\"1\""),
        ] as [(HTTPFields, String?)] {
            #expect(bench.record(get("https://a.example/x", fields)).text == fields.first?.value ?? "anonymous")
            #expect(bench.transport.requests.last?.headerFields[.ifNoneMatch] == tag, "\(fields)")
        }
    }

    @Test func comparesNormalizedURLs() {
        let bench = bench(Self.versioned())
        _ = bench.record(get("https://a.example/x?b"))
        for url in [
            "https://A.example:443/x?b", "http://a.example/x?b", "https://a.example/x", "https://b.example/x?b",
        ] {
            _ = bench.record(get(url))
        }
        #expect(bench.transport.requests.map { $0.headerFields[.ifNoneMatch] } == [nil, "\"1\"", nil, nil, nil])
    }

    @Test(arguments: ["PUT", "POST", "DELETE", "PATCH", "LOCK"])
    func unsafeMethodInvalidatesResponses(_ name: String) throws {
        let bench = bench { request in
            request.method == .get
                ? try Self.versioned()(request)
                : .status(
                    .noContent, fields: [.location: "../b", .contentLocation: "https://other.example/c"])
        }
        let urls = ["https://a.example/x/a", "https://a.example/b", "https://other.example/c", "https://a.example/d"]
        for url in urls { _ = bench.record(get(url)) }
        _ = bench.record(makeRequest(try #require(.init(name)), "https://a.example/x/a"))
        for url in urls { _ = bench.record(get(url)) }
        #expect(bench.transport.requests[5...].map { $0.headerFields[.ifNoneMatch] } == [nil, nil, "\"1\"", "\"1\""])
    }

    @Test func invalidatesAfterTransportErrorButNotAfterRejection() {
        for (response, invalidates) in [
            (Response.fail(TransportError(.closedEarly)), true), (.status(.forbidden), false),
        ] {
            let bench = bench { $0.method == .get ? try Self.versioned()($0) : response }
            _ = bench.record(get())
            _ = bench.record(makeRequest(.put, "https://a.example/x"))
            _ = bench.record(get())
            #expect(bench.transport.requests[2].headerFields.contains(.ifNoneMatch) != invalidates)
        }
    }
}
