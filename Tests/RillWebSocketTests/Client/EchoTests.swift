#if os(Linux)
    import Foundation
    import RillHTTP
    import RillHTTPTesting
    import RillTestSupport
    import RillWebSocket
    import Testing

    /// Connections between the client and a server in the same process, over sockets.
    @Suite struct EchoTests {
        @Test(arguments: [nil, WebSocketCompression(), WebSocketCompression(keepsContext: false, windowBits: 9)])
        func messagesAreEchoed(_ compression: WebSocketCompression?) async throws {
            let server = try EchoServer(compression: compression)
            defer { server.stop() }
            let options = WebSocketOptions { $0.compression = compression }
            let text = String(repeating: "söme text ", count: 100_000)
            let bytes = TemporaryFiles.pattern(2_000_000)
            let sent: [WebSocketMessage] = ["hello", "", .binary([]), .text(text), .binary(bytes), .binary([1, 2, 3])]
            var received: [WebSocketMessage] = []
            for try await socket in server.client.webSocket("/echo", options: options).values {
                // The server waits until its responses are read.
                async let sending: Void = { for message in sent { try await socket.send(message) } }()
                for try await message in socket.messages.values {
                    received.append(message)
                    if received.count == sent.count { socket.close() }
                }
                try await sending
            }
            #expect(received == sent)
        }
    }

    /// A server that sends each message back.
    struct EchoServer {
        private let server: LoopbackServer

        init(compression: WebSocketCompression? = nil, protocols: [String] = []) throws {
            let options = WebSocketOptions { $0.compression = compression }
            server = try LoopbackServer { request in
                .webSocket(request, protocols: protocols, options: options) { socket in
                    socket.messages.concatMap { socket.sending($0) }
                }
            }
        }

        var client: Client { Client(baseURL: server.baseURL, transport: CurlTransport()) }

        func stop() { server.stop() }

        func waitForEnd() async throws { try await server.waitForOpenConnections(atMost: 0) }
    }
#endif
