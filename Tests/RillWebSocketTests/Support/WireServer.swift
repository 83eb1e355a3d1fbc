#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTesting
    import RillTestSupport
    import Testing

    @testable import RillWebSocket

    /// A server that accepts connections, sends bytes that can violate the protocol, and records the frames of the client.
    final class WireServer: Sendable {
        private let server: LoopbackServer
        private let received: Log<[UInt8]>

        /// Starts a server.
        ///
        /// - Parameter steps: The steps after the response head. `readClose` is the step that reads until the close frame.
        init(_ steps: @escaping @Sendable (_ readClose: LoopbackServer.Step) -> [LoopbackServer.Step]) throws {
            let received = Log<[UInt8]>()
            self.received = received
            let readClose = LoopbackServer.Step.duplex { bytes in
                bytes.map { received.append($0).flatMap(\.self) }
                    .take(while: { WireFrame.parse($0, masked: true)?.last?.opcode != 8 })
                    .flatMap { _ in .empty() }
            }
            server = try LoopbackServer { request in
                let fields = try WebSocketUpgrade(request.fields).responseFields
                return .steps([.head(.unframed)] + steps(readClose), status: 101, fields: fields)
            }
        }

        deinit { server.stop() }

        var client: Client { Client(baseURL: server.baseURL, transport: CurlTransport()) }

        /// The frames of the client, or `nil` if they are invalid or incomplete.
        var frames: [WireFrame]? { WireFrame.parse(received.entries.flatMap(\.self), masked: true) }

        func waitForEnd() async throws { try await server.waitForOpenConnections(atMost: 0) }
    }

    /// Weak references to the sessions of connections.
    final class SessionWatch: Sendable {
        private final class Reference: @unchecked Sendable {  // weak references are thread-safe
            weak var session: WebSocketSession?

            init(_ session: WebSocketSession) { self.session = session }
        }

        private let references = Log<Reference>()

        func add(_ socket: WebSocket) { references.append(Reference(socket.session)) }

        /// Waits until the sessions have been released, and records an issue after one minute.
        func waitUntilReleased(sourceLocation: SourceLocation = #_sourceLocation) async {
            let end = ContinuousClock.now + .seconds(60)
            while references.entries.contains(where: { $0.session != nil }), .now < end { await Task.yield() }
            let count = references.entries.count { $0.session != nil }
            #expect(count == 0, "sessions are retained", sourceLocation: sourceLocation)
        }
    }
#endif
