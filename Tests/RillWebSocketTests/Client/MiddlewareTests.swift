#if os(Linux)
    import Foundation
    import RillHTTP
    import RillHTTPTesting
    import RillMiddleware
    import RillTestSupport
    import RillWebSocket
    import Testing

    /// Handshakes pass through the middleware of the client.
    @Suite struct MiddlewareTests {
        /// Opens a connection, and returns the message that the server sends.
        private func firstMessage(_ client: Client) async throws -> WebSocketMessage {
            let socket = client.webSocket("/socket").flatMap { $0.messages }
            return try await socket.take(1).firstValue()
        }

        private func client(_ server: LoopbackServer, _ middleware: any Middleware...) -> Client {
            Client(baseURL: server.baseURL, transport: CurlTransport(), middleware: middleware)
        }

        /// Accepts a connection, and sends a message.
        private static func accept(_ request: LoopbackServer.Request, _ text: String = "hello")
            -> LoopbackServer.Response
        {
            .webSocket(request) { socket in socket.sending(.text(text)) }
        }

        @Test func expiredTokenIsRenewed() async throws {
            let server = try LoopbackServer { request in
                request.fields[.authorization] == "Bearer 2" ? Self.accept(request) : .status(.unauthorized)
            }
            defer { server.stop() }
            let refresher = CredentialRefresher(1, onRenewal: { _ in }, refresh: { .just(($0 ?? 0) + 1) })
            let client = client(server, Authentication.bearer(refresher, for: server.baseURL) { "\($0)" })
            #expect(try await firstMessage(client) == "hello")
            #expect(server.requests.map { $0.fields[.authorization] } == ["Bearer 1", "Bearer 2"])
        }

        @Test(arguments: [302, 307]) func redirectIsFollowed(status: Int) async throws {
            let server = try LoopbackServer { request in
                guard request.path == "/socket" else { return Self.accept(request) }
                return .status(.init(code: status), fields: [.location: "/other"])
            }
            defer { server.stop() }
            #expect(try await firstMessage(client(server, FollowRedirects())) == "hello")
            #expect(server.requests.map(\.path) == ["/socket", "/other"])
        }

        @Test func handshakeIsRetriedAfterStatus429() async throws {
            let server = try LoopbackServer { request in
                request.connection == 1 ? .status(.tooManyRequests, fields: [.retryAfter: "0"]) : Self.accept(request)
            }
            defer { server.stop() }
            #expect(try await firstMessage(client(server, Retry())) == "hello")
        }

        @Test func cookiesAreSent() async throws {
            let server = try LoopbackServer { request in
                guard request.path == "/socket" else { return .status(.ok, fields: [.setCookie: "id=7"]) }
                return Self.accept(request, request.fields[.cookie] ?? "none")
            }
            defer { server.stop() }
            let client = client(server, CookieStorage())
            try await client.send(Endpoint<Void>("/")).firstValue()
            #expect(try await firstMessage(client) == "id=7")
        }

        @Test func messagesAreNeitherCachedNorCompressedNorHedged() async throws {
            let server = try LoopbackServer { request in .webSocket(request) { $0.messages.concatMap($0.sending) } }
            defer { server.stop() }
            var client = client(
                server, RequestCompression(minimumSize: 0), Hedging(after: .fixed(.milliseconds(1))),
                TraceContextMiddleware(for: server.baseURL))
            client.transport = CurlTransport().coalescing().caching(in: ResponseCache())
            let connections = (0..<2).map { number in
                client.webSocket("/").flatMap { socket in
                    socket.sending("\(number)").flatMap { socket.messages.take(1) }
                }
                .take(1)
            }
            let messages = try await Observable.merge(connections).collected()
            #expect(Set(messages) == ["0", "1"])
        }

        @Test func logContainsNoSecrets() async throws {
            let server = try LoopbackServer { request in Self.accept(request) }
            defer { server.stop() }
            let log = Log<String>()
            let client = client(
                server, Authentication.bearer("secret-token", for: server.baseURL), Logging(.verbose) { log.append($0) }
            )
            #expect(try await firstMessage(client) == "hello")
            let text = log.entries.joined(separator: "\n")
            #expect(text.contains("101 Switching Protocols"))
            #expect(text.contains("Authorization: ") && !text.contains("secret-token"))
        }

        @Test func otherStatusIsAnError() async throws {
            let server = try LoopbackServer { _ in .json(#"{"reason": "closed"}"#, status: .forbidden) }
            defer { server.stop() }
            let error = await #expect(throws: APIError.self) { try await firstMessage(client(server)) }
            #expect(error?.stage == .status)
            #expect(error?.status == .forbidden)
            #expect(error?.bodyPrefix.contains("closed") == true)
        }

        @Test func handshakeUsesAUnixDomainSocket() async throws {
            let files = try TemporaryFiles()
            var serverOptions = LoopbackServer.Options()
            serverOptions.unixSocketPath = files.path("socket")
            let server = try LoopbackServer(options: serverOptions) { request in Self.accept(request) }
            defer { server.stop() }
            var options = TransportOptions()
            options.unixSocketPath = files.path("socket")
            let client = Client(baseURL: "http://test", transport: CurlTransport(options: options))
            #expect(try await firstMessage(client) == "hello")
        }
    }
#endif
