#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTestSupport
    import RillHTTPTesting
    import RillTestSupport
    import Testing

    /// Requests on a reused connection that closes without a response.
    @Suite struct CurlResendTests {
        private struct Message: Request {
            var method: HTTPRequest.Method
            var path: URLPath { "/used" }
            var fields: HTTPFields = [:]
            var headerFields: HTTPFields { fields }
            var body: HTTPBody? { upload ?? (method == .get || method == .delete ? nil : HTTPBody("hello")) }
            var upload: HTTPBody?
            var options = RequestOptions()

            typealias Response = Data
        }

        private let limit = Duration.seconds(30)

        /// Creates a server that closes each connection when it receives the second request on it.
        private func server() throws -> LoopbackServer {
            let connections = Log<Int>()
            return try LoopbackServer { request in
                let isFirst = connections.append(request.connection).count { $0 == request.connection } == 1
                return isFirst ? .text("ok") : .steps([.close])
            }
        }

        private func client(
            _ server: LoopbackServer, _ metrics: @escaping @Sendable (ExchangeMetrics) -> Void = { _ in }
        ) throws -> Client {
            var client = Client(baseURL: server.baseURL, transport: CurlTransport(options: .withoutTimeouts))
            _ = try client.send(Message(method: .get)).wait(timeout: limit)
            client.onMetrics = metrics
            return client
        }

        @Test(arguments: [(HTTPRequest.Method.post, nil), (.patch, nil), (.put, false)])
        func nonIdempotentRequestIsSentOnce(method: HTTPRequest.Method, isDeclaredIdempotent: Bool?) throws {
            let server = try server()
            defer { server.stop() }
            let client = try client(server)
            let message = Message(method: method, options: RequestOptions(isIdempotent: isDeclaredIdempotent))
            let error = #expect(throws: APIError.self) {
                try client.send(message).ignoreElements(as: Void.self).wait(timeout: limit)
            }
            #expect(error?.attempts == 1)
            #expect(
                error.map { "\($0)" }
                    == "\(method) \(server.baseURL)/used failed: the connection was closed before the response was "
                    + "complete: 0 bytes received: Empty reply from server")
            // The request was sent on the reused connection only.
            #expect(server.connections.count == 1)
            #expect(server.requests.map(\.method) == [.get, method])
        }

        @Test(
            arguments: [
                (HTTPRequest.Method.get, [:], nil), (.put, [:], nil), (.delete, [:], nil),
                (.post, [HTTPField.Name(literal: "Idempotency-Key"): "1"], nil), (.post, [:], true),
            ] as [(HTTPRequest.Method, HTTPFields, Bool?)])
        func idempotentRequestIsResentAsAttempt(
            method: HTTPRequest.Method, fields: HTTPFields, isDeclaredIdempotent: Bool?
        ) throws {
            let server = try server()
            defer { server.stop() }
            let metrics = Log<ExchangeMetrics>()
            let client = try client(server) { metrics.append($0) }
            let options = RequestOptions(isIdempotent: isDeclaredIdempotent)
            let message = Message(method: method, fields: fields, options: options)
            #expect(try client.send(message).wait(timeout: limit) == Data("ok".utf8))
            #expect(server.requests.map(\.method) == [.get, method, method])
            #expect(server.connections.count == 2)
            let attempts = metrics.entries.last?.attempts ?? []
            #expect(attempts.count == 2)
            #expect(attempts.first?.failure?.code == .closedEarly)
            #expect(attempts.last?.status == .ok)
        }

        @Test(arguments: [HTTPRequest.Method.get, .put])
        func idempotentRequestIsResentOnceIfEveryConnectionIsLost(method: HTTPRequest.Method) throws {
            let allArrived = LoopbackServer.Gate()
            let warm = Log<Int>()
            let server = try LoopbackServer { request in
                if request.path == "/used" { return .steps([.close]) }
                if warm.append(request.connection).count == 4 { allArrived.open() }
                return .steps([.wait(for: allArrived), .head(.length(0)), .finish()])
            }
            defer { server.stop() }
            let metrics = Log<ExchangeMetrics>()
            var client = Client(baseURL: server.baseURL, transport: CurlTransport(options: .withoutTimeouts))
            let requests = (0..<4).map { _ in client.send(Endpoint<Void>("/warm")) }
            _ = try Observable.merge(requests).toArray().wait(timeout: limit)
            client.onMetrics = { metrics.append($0) }
            let error = #expect(throws: APIError.self) { try client.send(Message(method: method)).wait(timeout: limit) }
            #expect((error?.underlying as? TransportError)?.code == .closedEarly)
            #expect(error?.attempts == 2)
            let count = server.requests.count { $0.path == "/used" }
            #expect(count == 2)
            #expect(server.connections.count == 5)
            let attempts = try #require(metrics.entries.last?.attempts)
            #expect(attempts.map { $0.metrics?.isConnectionReused } == [true, false])
            #expect(attempts.first?.metrics?.sentBytes == attempts.last?.metrics?.sentBytes)
        }

        /// The end of the first connection must not end the upload on the second one.
        @Test func streamWithoutDataIsResentAsAttempt() throws {
            let data = ReplaySubject<[UInt8]>(bufferSize: 1)
            let connections = Log<Int>()
            var options = LoopbackServer.Options()
            options.earlyResponse = { request in
                guard request.method == .put else { return nil }
                guard connections.append(request.connection).count > 1 else { return .steps([.close]) }
                data.onNext(Array("hello".utf8))
                data.onCompleted()
                return nil
            }
            let server = try LoopbackServer(options: options) { _ in .text("ok") }
            defer { server.stop() }
            let message = Message(method: .put, upload: .stream(data.asObservable()))
            #expect(try client(server).send(message).wait(timeout: limit) == Data("ok".utf8))
            #expect(connections.entries == [1, 2])
            #expect(server.requests.last?.bodyText == "hello")
        }

        /// The error of the second connection must not contain the message of the first.
        @Test func refusedResendIsReportedAsRefused() throws {
            let server = try OneConnectionServer()
            let client = Client(baseURL: server.baseURL, transport: CurlTransport(options: .withoutTimeouts))
            _ = try client.send(Message(method: .get)).wait(timeout: limit)
            let error = #expect(throws: APIError.self) { try client.send(Message(method: .get)).wait(timeout: limit) }
            let failure = error?.underlying as? TransportError
            #expect(failure?.code == .couldNotConnect)
            #expect(failure?.reason == .refused)
            let text = failure.map { "\($0)" } ?? ""
            #expect(text.hasPrefix("could not connect to host: connection refused: "), "\(text)")
            #expect(!text.contains("reset"), "\(text)")
            #expect(error?.attempts == 2)
            #expect(error?.history.first?.failure?.code == .closedEarly)
            #expect(Self.resetTexts.contains(error?.history.first?.failure?.text))
        }

        /// "Refused" would mean that the server cannot have processed the request.
        @Test func nonIdempotentRequestIsNotReportedAsRefused() throws {
            let server = try OneConnectionServer()
            let client = Client(
                baseURL: server.baseURL, transport: CurlTransport(options: .withoutTimeouts),
                middleware: [Retry(.constantBackoff(attempts: 3, delay: .zero))])
            _ = try client.send(Message(method: .get)).wait(timeout: limit)
            let error = #expect(throws: APIError.self) { try client.send(Message(method: .post)).wait(timeout: limit) }
            let failure = error?.underlying as? TransportError
            #expect(failure?.code == .closedEarly)
            #expect(error?.attempts == 1)
            #expect(Self.resetTexts.contains(failure?.text))
        }

        /// The descriptions of a connection that the server has reset, in different versions of libcurl.
        private static let resetTexts: [String?] = [
            "0 bytes received: Recv failure: Connection reset by peer", "0 bytes received: Empty reply from server",
        ]
    }

    /// A server with a single connection: it responds to the first request, and resets the connection on the second.
    private final class OneConnectionServer: Sendable {
        let baseURL: String

        init() throws {
            let listener = try LoopbackListener(backlog: 1)
            baseURL = "http://\(listener.authority)"
            Thread.detachNewThread { Self.serve(listener.socket) }
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
