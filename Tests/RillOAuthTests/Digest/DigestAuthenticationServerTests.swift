import RillHTTPTestSupport
import RillMiddleware
import RillTestSupport

#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTesting
    import RillTesting
    import Testing

    /// Digest authentication over real connections, to a server that verifies each digest.
    @Suite struct DigestAuthenticationServerTests {
        private let limit = Duration.seconds(60)

        private func makeClient(_ server: LoopbackServer, _ middleware: [any Middleware]) -> Client {
            Client(
                baseURL: "\(server.baseURL)/base//path", transport: CurlTransport(options: .withoutTimeouts),
                middleware: middleware)
        }

        @Test(arguments: ["MD5", "SHA-256-sess"])
        func serverVerifiesTargetThatIsSent(algorithm: String) throws {
            let digest = DigestServer(.init(algorithm: algorithm))
            let server = try digest.start()
            defer { server.stop() }
            let client = makeClient(server, [digest.authentication(for: server.baseURL)])
            let name = "a b/ü:;@&=+$,(1)%41'~"
            for method in [HTTPRequest.Method.get, .delete, .options] {
                let request = Anything<Int>(
                    method: method, path: "/x/\(name)", query: ["q": "x y", "r": "?/&\"", "": nil])
                #expect(try client.send(request).wait(timeout: limit) == 7)
            }
            #expect(server.requests.count == 4)
            #expect(digest.uses.count == 3)
        }

        @Test func concurrentRequestsHaveDistinctCounts() async throws {
            let digest = DigestServer()
            let server = try digest.start()
            defer { server.stop() }
            let client = makeClient(server, [digest.authentication(for: server.baseURL)])
            let queue = ConcurrentDispatchQueueScheduler()
            for _ in 0..<2 {
                let requests = Observable.from(0..<50).flatMap { _ in client.send(Anything<Int>()).subscribeOn(queue) }
                #expect(try await requests.collected() == [Int](repeating: 7, count: 50))
            }
            // The server rejects a repeated count.
            #expect(digest.uses.count == 100)
            #expect(Set(digest.uses).count == 100)
            // No later request was rejected.
            #expect(server.requests.count <= 150)
        }

        @Test func noncesThatAreValidOnceAreReplacedDuringConcurrentRequests() async throws {
            let digest = DigestServer(.init(usesPerNonce: 1))
            let server = try digest.start()
            defer { server.stop() }
            let client = makeClient(server, [digest.authentication(for: server.baseURL)])
            let queue = ConcurrentDispatchQueueScheduler()
            let requests = Observable.from(0..<50).flatMap { _ in client.send(Anything<Int>()).subscribeOn(queue) }
            #expect(try await requests.collected() == [Int](repeating: 7, count: 50))
        }

        @Test func largeUploadIsSentCompletely() throws {
            let digest = DigestServer()
            let server = try digest.start()
            defer { server.stop() }
            let files = try TemporaryFiles()
            let content = TemporaryFiles.pattern(3 << 20)
            try files.write(content, to: "upload")
            let client = makeClient(server, [digest.authentication(for: server.baseURL)])
            for body in [HTTPBody(content), .file(files.path("upload"))] {
                let request = Anything<Int>(method: .put, body: body)
                #expect(try client.send(request).wait(timeout: limit) == 7)
                #expect(server.requests.last?.body == content)
            }
        }

        @Test func authenticatesWithOtherMiddlewareInRecommendedOrder() throws {
            let digest = DigestServer()
            let server = try digest.start()
            defer { server.stop() }
            var client = makeClient(
                server,
                [
                    IdempotencyKeys(),
                    FollowRedirects(),
                    RequestCompression(),
                    Retry(.exponentialBackoff(attempts: 3), scheduler: ImmediateScheduler.shared),
                    CircuitBreaker(),
                    Hedging(after: .percentile(0.95)),
                    digest.authentication(for: server.baseURL),
                    ConcurrencyLimit(2),
                    RateLimit(1_000, per: .seconds(1)),
                    CookieStorage(),
                    TraceContextMiddleware(for: server.baseURL),
                    Logging { _ in },
                ])
            client.transport = client.transport.caching(in: ResponseCache()).coalescing()
            let ledger = Ledger()
            try ledger.watch {
                for _ in 0..<3 {
                    let response = try client.send(Anything<Int>()).wait(timeout: limit)
                    #expect(response == 7)
                }
                let upload = Anything<Int>(method: .post, body: HTTPBody(String(repeating: "a", count: 5_000)))
                let response = try client.send(upload).wait(timeout: limit)
                #expect(response == 7)
            }
            #expect(ledger.leakReport == nil)
            #expect(digest.uses.count == 4)
            #expect(server.requests.count == 5)
        }
    }
#endif
