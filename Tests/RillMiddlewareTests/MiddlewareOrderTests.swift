import RillHTTPTestSupport
import RillMiddleware
import RillTestSupport

#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTesting
    import RillTestSupport
    import RillTesting
    import Testing

    /// Tests all middleware together, in the recommended order, with a real transport.
    @Suite struct MiddlewareOrderTests {
        private let limit = Duration.seconds(30)
        private let log = Log<String>()
        private let gate = LoopbackServer.Gate()

        /// Returns a server that requires a refreshed token, is overloaded once, redirects, and serves one version of
        /// its data.
        private func makeServer(leadingTo other: LoopbackServer) throws -> LoopbackServer {
            let overload = Log<Int>()
            return try LoopbackServer { [gate] request in
                switch request.path {
                case "/start": return .status(.found, fields: [.location: "data"])
                case "/away": return .status(.temporaryRedirect, fields: [.location: "\(other.baseURL)/open"])
                default: break
                }
                guard request.fields[.authorization] == "Bearer s3cret-2" else { return .status(.unauthorized) }
                overload.append(1)
                if overload.entries.count == 1 { return .status(.serviceUnavailable, fields: [.retryAfter: "0"]) }
                if request.fields[.ifNoneMatch] == "\"1\"" { return .status(.notModified, fields: [.eTag: "\"1\""]) }
                return .steps(
                    [.head(), .bytes("4"), .wait(for: gate), .bytes("2"), .finish()], fields: [.eTag: "\"1\""])
            }
        }

        private func makeClient(_ server: LoopbackServer, refreshingAt other: LoopbackServer) -> Client {
            let transport = CurlTransport()
            let plain = Client(baseURL: other.baseURL, transport: transport)
            let tokens = CredentialRefresher("s3cret-1") { _ in plain.send(Anything<String>(path: "/token")) }
            return Client(
                baseURL: server.baseURL, transport: transport.caching(in: ResponseCache()).coalescing(),
                middleware: [
                    IdempotencyKeys(),
                    FollowRedirects(),
                    Authentication.bearer(tokens, for: server.baseURL) { $0 },
                    RequestCompression(),
                    Retry(.exponentialBackoff(attempts: 3), scheduler: ImmediateScheduler.shared),
                    CircuitBreaker(),
                    Hedging(after: .percentile(0.95)),
                    ConcurrencyLimit(8),
                    RateLimit(1_000, per: .seconds(1)),
                    CookieStorage(),
                    TraceContextMiddleware(for: server.baseURL),
                    Logging(.verbose) { [log] in log.append($0) },
                ])
        }

        @Test func allMiddlewareWorkTogether() throws {
            let other = try LoopbackServer { request in
                request.path == "/token"
                    ? .json("\"s3cret-2\"") : .json("\(request.fields.contains(.authorization) ? 1 : 0)")
            }
            defer { other.stop() }
            let server = try makeServer(leadingTo: other)
            defer { server.stop() }
            let client = makeClient(server, refreshingAt: other)
            try expectNoLeaks(checksRetained: false) {
                // The first request is redirected, refreshes its token, and is retried. Then its body is delayed.
                let recorders = (0..<5).map { _ in Recorder<Int>() }
                recorders[0].record(client.send(Anything<Int>(path: "/start")))
                try server.waitForRequests(4, timeout: limit)
                #expect(server.requests.map(\.path) == ["/start", "/data", "/data", "/data"])
                for recorder in recorders.dropFirst() { recorder.record(client.send(Anything<Int>(path: "/data"))) }
                gate.open()
                for recorder in recorders {
                    #expect(recorder.waitForEnd(timeout: limit))
                    #expect(recorder.values == [42])
                }
                // The first request was retried, so the others share an exchange of their own.
                #expect(server.requests.count == 5)
                #expect(other.requests.count == 1)

                // The response is cached and revalidated.
                #expect(try client.send(Anything<Int>(path: "/data")).wait(timeout: limit) == 42)
                #expect(server.requests.last?.fields[.ifNoneMatch] == "\"1\"")

                // The other server does not receive the token.
                #expect(try client.send(Anything<Int>(path: "/away")).wait(timeout: limit) == 0)
                #expect(other.requests.last?.path == "/open")
            }

            let text = log.entries.joined(separator: "\n")
            #expect(text.contains("#4 --> GET \(server.baseURL)/data, attempt 3"))
            #expect(text.contains("<-- 200 OK GET \(server.baseURL)/data (2 bytes"))
            #expect(text.contains("Authorization: <redacted>"))
            #expect(!text.contains("s3cret"))
            #expect(log.entries.count == 2 * 11)
        }
    }
#endif
