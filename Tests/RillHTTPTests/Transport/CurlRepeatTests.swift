#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTesting
    import Synchronization
    import Testing

    /// Requests on a connection that was used before and is closed without a response.
    @Suite struct CurlRepeatTests {
        private struct Message: Request {
            var method: HTTPRequest.Method
            var path: URLPath { "/used" }
            var fields: HTTPFields = [:]
            var headerFields: HTTPFields { fields }
            var body: HTTPBody? { method == .get || method == .delete ? nil : HTTPBody("hello") }

            typealias Response = Data
        }

        private let limit = Duration.seconds(30)

        /// A server that closes each connection when a second request has arrived on it.
        private func server() throws -> LoopbackServer {
            let seen = Mutex<Set<Int>>([])
            return try LoopbackServer { request in
                seen.withLock { $0.insert(request.connection).inserted } ? .text("ok") : .steps([.close])
            }
        }

        private func client(
            _ server: LoopbackServer, _ metrics: @escaping @Sendable (ExchangeMetrics) -> Void = { _ in }
        ) throws -> Client {
            var client = Client(baseURL: server.baseURL, transport: CurlTransport(options: .patient))
            _ = try client.send(Message(method: .get)).wait(timeout: limit)
            client.onMetrics = metrics
            return client
        }

        @Test(arguments: [HTTPRequest.Method.post, .patch])
        func nonIdempotentRequestIsSentOnce(method: HTTPRequest.Method) throws {
            let server = try server()
            defer { server.stop() }
            let client = try client(server)
            let error = #expect(throws: APIError.self) {
                try client.send(Message(method: method)).wait(timeout: limit)
            }
            #expect(error?.attempts == 1)
            #expect(
                error.map { "\($0)" }
                    == "\(method) \(server.baseURL)/used failed: the connection was closed before the answer was "
                    + "complete: 0 bytes had come: Empty reply from server")
            // On the connection that was used before, and on no other.
            #expect(server.connections.count == 1)
            #expect(server.requests.map(\.method) == [.get, method])
        }

        @Test(arguments: [HTTPRequest.Method.get, .put, .delete])
        func idempotentRequestIsRepeatedAsAnAttempt(method: HTTPRequest.Method) throws {
            try expectRepeat(of: Message(method: method))
        }

        @Test func requestWithAnIdempotencyKeyIsRepeatedAsAnAttempt() throws {
            let name = try #require(HTTPField.Name("Idempotency-Key"))
            try expectRepeat(of: Message(method: .post, fields: [name: "1"]))
        }

        private func expectRepeat(of message: Message) throws {
            let server = try server()
            defer { server.stop() }
            let metrics = Mutex<ExchangeMetrics?>(nil)
            let client = try client(server) { found in metrics.withLock { $0 = found } }
            #expect(try client.send(message).wait(timeout: limit) == Data("ok".utf8))
            #expect(server.requests.map(\.method) == [.get, message.method, message.method])
            #expect(server.connections.count == 2)
            let attempts = metrics.withLock { $0?.attempts ?? [] }
            #expect(attempts.count == 2)
            #expect(attempts.first?.failure?.code == .closedEarly)
            #expect(attempts.last?.status == .ok)
        }

        /// The refusal of the second connection is not explained by what happened on the first.
        @Test func refusedRepeatIsReportedAsRefused() throws {
            let server = try OneConnectionServer()
            let client = Client(baseURL: server.baseURL, transport: CurlTransport(options: .patient))
            _ = try client.send(Message(method: .get)).wait(timeout: limit)
            let error = #expect(throws: APIError.self) { try client.send(Message(method: .get)).wait(timeout: limit) }
            let failure = error?.underlying as? TransportError
            #expect(failure?.code == .couldNotConnect)
            #expect(failure?.reason == .refused)
            #expect(failure.map { "\($0)" } == "the connection was refused: Couldn't connect to server")
            #expect(error?.attempts == 2)
            #expect(error?.history.first?.failure?.code == .closedEarly)
            #expect(error?.history.first?.failure?.text == "0 bytes had come: Recv failure: Connection reset by peer")
        }

        /// "Refused" would mean that the server cannot have acted on the request.
        @Test func nonIdempotentRequestIsNotReportedAsRefused() throws {
            let server = try OneConnectionServer()
            let client = Client(
                baseURL: server.baseURL, transport: CurlTransport(options: .patient),
                middleware: [Retry(.constantBackoff(attempts: 3, delay: .zero))])
            _ = try client.send(Message(method: .get)).wait(timeout: limit)
            let error = #expect(throws: APIError.self) { try client.send(Message(method: .post)).wait(timeout: limit) }
            let failure = error?.underlying as? TransportError
            #expect(failure?.code == .closedEarly)
            #expect(failure?.text == "0 bytes had come: Recv failure: Connection reset by peer")
            #expect(error?.attempts == 1)
        }
    }

    /// A server that responds to the first request on its only connection, and on the second stops listening and resets it.
    private final class OneConnectionServer: Sendable {
        let baseURL: String

        init() throws {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let bound = withUnsafeMutablePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(listener, address, size) == 0 && listen(listener, 1) == 0
                        && getsockname(listener, address, &size) == 0
                }
            }
            try #require(bound)
            baseURL = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
            Thread.detachNewThread { Self.serve(listener) }
        }

        private static func serve(_ listener: Int32) {
            let connection = accept(listener, nil, nil)
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            _ = recv(connection, &buffer, buffer.count, 0)
            let response = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
            _ = send(connection, response, response.count, 0)
            _ = recv(connection, &buffer, buffer.count, 0)
            close(listener)
            var reset = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
            close(connection)
        }
    }
#endif
