#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTestSupport
    import RillHTTPTesting
    import Testing

    /// The rest of a response whose exchange is canceled.
    @Suite(.timeLimit(.minutes(2))) struct CurlDrainingTests {
        private let limit = Duration.seconds(30)

        /// Sends a request that is redirected, unauthorized or rejected once, with the real middleware.
        private func client(_ server: LoopbackServer) -> Client {
            let refresher = CredentialRefresher("old") { _ in .just("new") }
            return Client(
                baseURL: server.baseURL, transport: CurlTransport(options: .withoutTimeouts),
                middleware: [
                    FollowRedirects(), Authentication.bearer(refresher, for: server.baseURL) { $0 },
                    Retry(.constantBackoff(attempts: 3, delay: .zero)),
                ])
        }

        @Test func discardedResponsesKeepTheConnection() throws {
            let attempts = LoopbackServer.Gate()
            let server = try LoopbackServer { request in
                switch request.path {
                case "/redirect": return .text("moved", status: .found).adding(.location, "/target")
                case "/token" where request.fields[.authorization] == "Bearer old":
                    return .text("expired", status: .unauthorized)
                case "/busy" where !attempts.isOpen:
                    attempts.open()
                    return .text("busy", status: .serviceUnavailable)
                default: return .text("ok")
                }
            }
            defer { server.stop() }
            let client = client(server)
            for _ in 0..<20 {
                #expect(try client.send(Endpoint<String>("/redirect", parser: .text)).wait(timeout: limit) == "ok")
            }
            for path in ["/token", "/busy", "/target"] {
                let endpoint = Endpoint<String>(.path(path), parser: .text)
                #expect(try client.send(endpoint).wait(timeout: limit) == "ok")
            }
            #expect(server.connections.count == 1)
        }

        /// Cancels an exchange when its head arrives, starts another one, and then lets the server send the rest.
        private func connectionCount(
            rest: [LoopbackServer.Step], _ framing: LoopbackServer.Framing = .length(4)
        ) throws -> (count: Int, server: LoopbackServer) {
            let gate = LoopbackServer.Gate()
            let server = try LoopbackServer { request in
                request.path == "/first" ? .steps([.head(framing), .wait(for: gate)] + rest) : .text("ok")
            }
            let transport = CurlTransport(options: .withoutTimeouts)
            @Sendable func events(_ path: String) -> Observable<TransportEvent> {
                transport.send(
                    HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: path), body: nil)
            }
            let second = events("/first").take(1).ignoreElements(as: TransportEvent.self)
                .concat(
                    .deferred {
                        defer { gate.open() }
                        return events("/second")
                    })
            #expect(try second.toArray().wait(timeout: limit).count == 2)
            return (server.connections.count, server)
        }

        @Test func nextExchangeWaitsForASmallRest() throws {
            let (count, server) = try connectionCount(rest: [.bytes("rest"), .finish()])
            defer { server.stop() }
            #expect(count == 1)
        }

        @Test func connectionIsClosedIfTheRestDoesNotArrive() throws {
            let (count, server) = try connectionCount(rest: [.stall])
            defer { server.stop() }
            #expect(count == 2)
            #expect(try server.waitForEnd(ofConnection: 1, timeout: limit).end == .byClient)
        }

        @Test func endlessRestIsNotRead() throws {
            let (count, server) = try connectionCount(rest: [.pattern(byteCount: 256 << 20), .finish()], .chunked)
            defer { server.stop() }
            #expect(count == 2)
            let end = try server.waitForEnd(ofConnection: 1, timeout: limit)
            #expect(end.end == .byClient)
            #expect(end.bodyBytesWritten < 32 << 20)
        }
    }
#endif
