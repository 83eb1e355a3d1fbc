import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTPTypes

/// Tests that a cache or coalesced exchanges that several clients share never deliver a response to another user, whatever
/// middleware adds the credentials.
@Suite struct RequestSenderTests {
    /// A custom middleware that adds a header field with a new value to each request, or with the same one.
    private struct Custom: Middleware {
        let name: HTTPField.Name
        var value: String?

        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            var request = request
            request.headerFields[name] = value ?? UUID().uuidString
            return next(request, body)
        }
    }

    /// A custom middleware that signs each request separately.
    private struct Signing: Middleware {
        let user: String
        var coversFields = false

        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            var request = request
            request.setSignature("\(user) \(UUID().uuidString)", of: ["Signing", user], coversFields: coversFields)
            return next(request, body)
        }
    }

    private static let base = "https://qiita.com/api/v2"
    private static let session = HTTPField.Name(literal: "X-Session")

    /// Middleware that sends requests as different users, or without credentials.
    private static func users() -> [[any Middleware]] {
        let refreshers = ["c", "d"].map { user in CredentialRefresher<String>(user) { _ in .just(user) } }
        return [
            [], [Authentication.bearer("a", for: base)], [Authentication.bearer("b", for: base)],
            [Authentication.bearer(refreshers[0], for: base) { $0 }],
            [Authentication.bearer(refreshers[1], for: base) { $0 }],
            [Authentication(for: base) { $0.headerFields[session] = "e" }],
            [Authentication(for: base) { $0.path?.append("?sig=f") }],
            [Authentication.basic(user: "g", password: "h", for: base)],
            [Custom(name: .authorization, value: "i")], [Custom(name: session, value: "j")],
            [Signing(user: "k")], [Signing(user: "l")],
        ]
    }

    /// Returns a transport whose responses contain the user and are fresh.
    private static func makeTransport() -> StubTransport {
        StubTransport { request in
            let user = request.headerFields[.authorization] ?? request.headerFields[session] ?? request.url
            return .json("\"\(user)\"", fields: [.cacheControl: "max-age=60", .eTag: "\"1\""])
        }
    }

    /// Returns a client with its own cache.
    private static func cachingClient(_ transport: StubTransport, _ middleware: any Middleware...) -> Client {
        makeClient(transport.caching(in: ResponseCache(freshnessClock: TestScheduler())), middleware: middleware)
    }

    @Test func cacheSeparatesUsers() {
        let cache = ResponseCache(freshnessClock: TestScheduler())
        let transport = Self.makeTransport()
        let clients = Self.users().map { makeClient(transport.caching(in: cache), middleware: $0) }
        let first = clients.map { Recorder($0.send(Anything<String>())).values }
        #expect(Set(first).count == clients.count)
        #expect(clients.map { Recorder($0.send(Anything<String>())).values } == first)
        // The cache supplied all other responses.
        #expect(transport.requests.count == clients.count)
    }

    @Test func coalescingSeparatesUsers() {
        let kit = TestKit()
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            .json("\"\(request.number)\"", after: .seconds(1))
        }
        let shared = transport.coalescing()
        let clients = Self.users().map { makeClient(shared, middleware: $0) }
        let recorders = (clients + clients).map { Recorder($0.send(Anything<String>())) }
        kit.scheduler.advance(by: .seconds(2))
        #expect(transport.requests.count == clients.count)
        #expect(recorders[..<clients.count].map(\.values) == recorders[clients.count...].map(\.values))
        #expect(Set(recorders.map(\.values)).count == clients.count)
    }

    @Test func cacheDoesNotUseResponseToRefreshedCredentialsForOldOnes() {
        let cache = ResponseCache(freshnessClock: TestScheduler())
        let transport = StubTransport { request in
            request.headerFields[.authorization] == "Bearer old"
                ? .status(.unauthorized) : .json("1", fields: [.cacheControl: "max-age=60"])
        }
        for _ in 0..<2 {
            let tokens = CredentialRefresher("old") { _ in .just("new") }
            let client = makeClient(
                transport.caching(in: cache), middleware: [Authentication.bearer(tokens, for: Self.base) { $0 }])
            #expect(Recorder(client.send(Anything<Int>())).values == [1])
        }
        #expect(
            transport.requests.map { $0.headerFields[.authorization] } == ["Bearer old", "Bearer new", "Bearer old"])
    }

    @Test func signatureThatVariesIsNotCompared() {
        let cache = ResponseCache(freshnessClock: TestScheduler())
        let transport = StubTransport { _ in .json("1", fields: [.cacheControl: "max-age=60", .vary: "Authorization"]) }
        for user in ["a", "b", "a", "b"] {
            let client = makeClient(transport.caching(in: cache), middleware: [Signing(user: user)])
            #expect(Recorder(client.send(Anything<Int>())).values == [1])
        }
        #expect(transport.requests.count == 2)
    }

    /// Fields of a custom middleware that has a new value for each request, and whether the cache ignores them.
    @Test(arguments: [
        ("X-Request-ID", true), ("Request-Id", true), ("x-ms-client-request-id", true), ("X-Correlation-ID", true),
        ("traceparent", true), ("tracestate", true), ("X-B3-TraceId", true), ("X-B3-SpanId", true),
        ("X-Amzn-Trace-Id", true), ("X-Cloud-Trace-Context", true), ("b3", true), ("sentry-trace", true),
        ("Date", true), ("x-ms-date", true), ("User-Agent", true), ("Accept-Language", true),
        ("X-Session", false), ("X-Session-ID", false), ("X-Request-User", false), ("X-Trace-Token", false),
        ("baggage", false), ("X-Api-Key", false), ("Cookie", false), ("X-Auth-Request-Id", false),
        ("Session-Trace-Id", false),
    ])
    func requestIDDoesNotPreventHits(_ name: String, isIgnored: Bool) throws {
        let name = try #require(HTTPField.Name(name))
        let transport = Self.makeTransport()
        let client = Self.cachingClient(transport, Custom(name: name))
        for _ in 0..<3 { _ = Recorder(client.send(Anything<String>())) }
        #expect(transport.requests.count == (isIgnored ? 1 : 3))
    }

    @Test func variantByRequestIDIsDistinguished() {
        let transport = StubTransport { _ in .json("1", fields: [.cacheControl: "max-age=60", .vary: "X-Request-ID"]) }
        let client = Self.cachingClient(transport, Custom(name: .init(literal: "X-Request-ID")))
        for _ in 0..<2 { _ = Recorder(client.send(Anything<Int>())) }
        #expect(transport.requests.count == 2)
    }

    @Test func changedSignatureIsCompared() {
        let cache = ResponseCache(freshnessClock: TestScheduler())
        let transport = Self.makeTransport()
        for user in ["a", "b", "a", "b"] {
            let client = makeClient(
                transport.caching(in: cache),
                middleware: [Signing(user: "service"), Custom(name: .authorization, value: user)])
            #expect(Recorder(client.send(Anything<String>())).values == [user])
        }
        #expect(transport.requests.count == 2)
    }

    @Test(arguments: [false, true]) func signatureOfFieldsExcludesConditions(coversFields: Bool) {
        let transport = StubTransport { _ in .json("1", fields: [.eTag: "\"1\""]) }
        let client = Self.cachingClient(transport, Signing(user: "a", coversFields: coversFields))
        for _ in 0..<2 { _ = Recorder(client.send(Anything<Int>())) }
        #expect(transport.requests.map { $0.headerFields[.ifNoneMatch] } == [nil, coversFields ? nil : "\"1\""])
    }

    @Test func secretResponseIsNotStored() {
        let cache = ResponseCache(freshnessClock: TestScheduler())
        let transport = Self.makeTransport()
        let client = makeClient(transport.caching(in: cache))
        for _ in 0..<2 {
            _ = Recorder(client.send(Endpoint<String>("/secret", parser: ResponseParser.json.withSecretBody)))
        }
        #expect(transport.requests.count == 2)
        #expect(cache.size == 0)
    }

    @Test func decodedResponseIsNotUsedForClientWithoutDecoding() {
        var options = TransportOptions()
        options.decompresses = false
        #expect(IdentitySource(options).identity != IdentitySource(TransportOptions()).identity)
    }
}
