import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillMiddleware
import RillTesting
import Testing

/// Tests that a cache or request coalescing that several clients share never delivers a response to another user,
/// regardless of its position in the list.
@Suite struct SenderIdentityTests {
    /// A custom middleware whose credentials are unknown to the package.
    private struct Signer: Middleware {
        let user: String

        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            var request = request
            request.headerFields[.authorization] = user
            return next(request, body)
        }
    }

    private static let base = "https://qiita.com/api/v2"

    /// Returns lists of middleware that send requests as different users, or without credentials.
    private static func lists(_ shared: any Middleware, isOuter: Bool) -> [[any Middleware]] {
        let refreshers = ["c", "d"].map { user in CredentialRefresher<String>(user) { _ in .just(user) } }
        let users: [[any Middleware]] = [
            [], [Authentication.bearer("a", for: base)], [Authentication.bearer("b", for: base)],
            [Authentication.bearer(refreshers[0], for: base) { $0 }],
            [Authentication.bearer(refreshers[1], for: base) { $0 }],
            [Authentication(for: base) { $0.headerFields[.init(literal: "X-Session")] = "e" }],
            [Authentication(for: base) { $0.path?.append("?sig=f") }],
            [Authentication.basic(user: "g", password: "h", for: base)],
            [Signer(user: "i")], [Signer(user: "j")],
        ]
        return users.map { isOuter || $0.first is Signer ? [shared] + $0 : $0 + [shared] }
    }

    /// Returns a transport whose responses contain the user and are fresh.
    private static func makeTransport() -> StubTransport {
        StubTransport { request in
            let user =
                request.headerFields[.authorization] ?? request.headerFields[.init(literal: "X-Session")] ?? request.url
            return .json("\"\(user)\"", fields: [.cacheControl: "max-age=60", .eTag: "\"1\""])
        }
    }

    @Test(arguments: [true, false])
    func cacheSeparatesUsers(isOuter: Bool) throws {
        let cache = ResponseCache(freshnessClock: TestScheduler())
        let transport = Self.makeTransport()
        let clients = Self.lists(cache, isOuter: isOuter).map { makeClient(transport, middleware: $0) }
        let first = clients.map { Recorder($0.send(Anything<String>())).values }
        #expect(Set(first).count == clients.count)
        let count = transport.requests.count
        #expect(clients.map { Recorder($0.send(Anything<String>())).values } == first)
        // The cache supplied all responses.
        #expect(transport.requests.count == count)
    }

    /// A middleware that runs another one with changed events, as `RateLimitWaiting` runs `Retry`.
    private struct Wrapping: Middleware {
        let base: any Middleware

        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent> {
            try base.intercept(request, body: body, next: next.transformingEvents { $0 })
        }
    }

    @Test func wrappedCacheSeparatesUsers() throws {
        let cache = Wrapping(base: ResponseCache(freshnessClock: TestScheduler()))
        let transport = Self.makeTransport()
        let clients = Self.lists(cache, isOuter: true).map { makeClient(transport, middleware: $0) }
        let first = clients.map { Recorder($0.send(Anything<String>())).values }
        #expect(Set(first).count == clients.count)
        #expect(clients.map { Recorder($0.send(Anything<String>())).values } == first)
    }

    @Test(arguments: [true, false])
    func coalescingSeparatesUsers(isOuter: Bool) throws {
        let kit = TestKit()
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            .json("\"\(request.number)\"", after: .seconds(1))
        }
        let clients = Self.lists(RequestCoalescing(), isOuter: isOuter).map { makeClient(transport, middleware: $0) }
        let recorders = (clients + clients).map { Recorder($0.send(Anything<String>())) }
        kit.scheduler.advance(by: .seconds(2))
        #expect(transport.requests.count == clients.count)
        #expect(recorders[..<clients.count].map(\.values) == recorders[clients.count...].map(\.values))
        #expect(Set(recorders.map(\.values)).count == clients.count)
    }

    @Test func cacheDoesNotStoreResponseToReplacedCredentials() throws {
        let cache = ResponseCache(freshnessClock: TestScheduler())
        let tokens = CredentialRefresher("old") { _ in .just("new") }
        let transport = StubTransport { request in
            request.headerFields[.authorization] == "Bearer old"
                ? .status(.unauthorized) : .json("1", fields: [.cacheControl: "max-age=60"])
        }
        let list: [any Middleware] = [cache, Authentication.bearer(tokens, for: Self.base) { $0 }]
        let client = makeClient(transport, middleware: list)
        #expect(Recorder(client.send(Anything<Int>())).values == [1])
        #expect(cache.size == 0)
        #expect(Recorder(client.send(Anything<Int>())).values == [1])
        #expect(cache.size > 0)
    }

    @Test func cacheComparesFieldsThatIdentifyUser() {
        let cache = ResponseCache(freshnessClock: TestScheduler())
        let bench = MiddlewareBench(
            cache,
            StubTransport { request in
                .text(
                    request.headerFields[.init(literal: "X-Session")] ?? "anonymous",
                    fields: [.cacheControl: "max-age=60"])
            })
        func send(_ fields: HTTPFields) -> String { bench.record(get("https://a.example/x", fields)).text }
        #expect(send([.init(literal: "X-Session"): "1"]) == "1")
        #expect(send([.init(literal: "X-Session"): "2"]) == "2")
        #expect(send([:]) == "anonymous")
        #expect(send([.init(literal: "X-Session"): "1", .accept: "a/b", .init(literal: "X-Request-ID"): "7"]) == "1")
        #expect(bench.transport.requests.count == 3)
        #expect(send([.init(literal: "X-Tenant"): "1"]) == "anonymous")
        #expect(bench.transport.requests.count == 4)
    }
}
