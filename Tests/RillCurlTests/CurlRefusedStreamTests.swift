#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTestSupport
    import Testing

    /// Requests that an HTTP/2 server rejects, and connections that it closes.
    @Suite struct CurlRefusedStreamTests {
        private let transport: CurlTransport = {
            var options = TransportOptions.withoutTimeouts
            options.httpVersion = .http2
            return CurlTransport(options: options)
        }()

        private func events(_ method: HTTPRequest.Method, of server: FrameServer) throws -> [TransportEvent] {
            let request = HTTPRequest(method: method, scheme: "http", authority: server.authority, path: "/")
            return try transport.send(request, body: nil).toArray().wait(timeout: .seconds(30))
        }

        private func send(_ method: HTTPRequest.Method, to server: FrameServer) -> TransportError? {
            #expect(throws: TransportError.self) { try events(method, of: server) }
        }

        @Test(arguments: [HTTPRequest.Method.get, .post])
        func refusedRequestIsResent(method: HTTPRequest.Method) throws {
            // The server has not processed the request (RFC 9113, section 8.7).
            let server = try FrameServer { [.reset($0.stream, .refusedStream)] }
            _ = send(method, to: server)
            #expect(server.streamCount > 1)
        }

        @Test func canceledNonIdempotentRequestIsSentOnce() throws {
            let server = try FrameServer { [.reset($0.stream, .cancel)] }
            #expect(send(.post, to: server)?.code == .closedEarly)
            #expect(server.streamCount == 1)
        }

        @Test(arguments: [HTTPRequest.Method.get, .post])
        func requiredHTTP1IsNotReportedAsUnsent(method: HTTPRequest.Method) throws {
            let server = try FrameServer { [.reset($0.stream, .http11Required)] }
            let error = try #require(send(method, to: server))
            #expect(error.code == .closedEarly || error.code == .malformedResponse, "\(error)")
        }

        @Test func refusalsOfEarlierRequestsDoNotCount() throws {
            let server = try FrameServer { request in
                let isRefused = request.number % 2 == 0
                return [isRefused ? .reset(request.stream, .refusedStream) : .head(request.stream, isEnd: true)]
            }
            // libcurl sends a request again at most five times.
            for _ in 0..<20 { #expect(try events(.get, of: server).count == 1) }
            #expect(server.streamCount == 40)
        }

        @Test func requestIgnoredByGoAwayIsResent() throws {
            let server = try FrameServer { request in
                request.number == 0 ? [.goAway(lastStream: 0)] : [.head(request.stream, isEnd: true)]
            }
            #expect(try events(.get, of: server).count == 1)
            #expect(server.streamCount == 2)
        }

        @Test func goAwayIsReportedAsClosedConnection() throws {
            let server = try FrameServer { _ in [.goAway(lastStream: 0)] }
            #expect(send(.get, to: server)?.code == .closedEarly)
        }

        @Test func responseAfterGoAwayIsComplete() throws {
            let server = try FrameServer { request in
                [
                    .head(request.stream), .goAway(lastStream: request.stream), .data(request.stream, "ab"),
                    .data(request.stream, "c", isEnd: true),
                ]
            }
            for _ in 0..<3 { #expect(try events(.get, of: server).dropFirst() == [.chunk(Array("abc".utf8))]) }
        }

        /// The connection is lost while the rest of the request is being sent, which libcurl detects in most rounds.
        @Test func responseIsCompleteAtItsDeclaredLength() throws {
            for _ in 0..<20 {
                let server = try FrameServer { request in
                    [.head(request.stream, length: 2), .data(request.stream, "ab"), .ping, .close]
                }
                let rest = PublishSubject<[UInt8]>()
                let request = HTTPRequest(method: .post, scheme: "http", authority: server.authority, path: "/")
                let body = HTTPBody.stream(rest.startWith(Array("a".utf8)), contentType: nil)
                let events = transport.send(request, body: body).do(onNext: { event in
                    guard case .chunk = event else { return }
                    server.waitForClose()
                    rest.onNext(Array("b".utf8))
                    rest.onCompleted()
                })
                #expect(try events.toArray().wait(timeout: .seconds(30)).dropFirst() == [.chunk(Array("ab".utf8))])
                #expect(server.streamCount == 1)
            }
        }
    }

    /// A frame of HTTP/2 (RFC 9113, section 4.1).
    private struct Frame {
        var type: UInt8
        var flags: UInt8 = 0
        var stream: UInt32
        var payload: [UInt8] = []

        /// An error code of RFC 9113, section 7.
        enum Code: UInt8 {
            case refusedStream = 7
            case cancel = 8
            case http11Required = 13
        }

        static func reset(_ stream: UInt32, _ code: Code) -> Frame {
            Frame(type: 3, stream: stream, payload: [0, 0, 0, code.rawValue])
        }

        /// A frame that the client acknowledges, after which the server sends the frames that follow.
        static let ping = Frame(type: 6, stream: 0, payload: [UInt8](repeating: 0, count: 8))

        /// Not a frame: after a ping, the server closes the connection.
        static let close = Frame(type: .max, stream: 0)

        static func goAway(lastStream: UInt32) -> Frame {
            Frame(type: 7, stream: 0, payload: bytes(of: lastStream) + [0, 0, 0, 0])
        }

        /// A head with the status 200, compressed with HPACK.
        static func head(_ stream: UInt32, length: Int? = nil, isEnd: Bool = false) -> Frame {
            let digits = length.map { Array("\($0)".utf8) }
            let field = digits.map { [0x0F, 0x0D, UInt8($0.count)] + $0 } ?? []  // content-length, not indexed
            return Frame(type: 1, flags: isEnd ? 5 : 4, stream: stream, payload: [0x88] + field)
        }

        static func data(_ stream: UInt32, _ text: String, isEnd: Bool = false) -> Frame {
            Frame(type: 0, flags: isEnd ? 1 : 0, stream: stream, payload: Array(text.utf8))
        }

        var bytes: [UInt8] { [0, 0, UInt8(payload.count), type, flags] + Self.bytes(of: stream) + payload }

        private static func bytes(of number: UInt32) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
    }

    /// An HTTP/2 server that responds to each request with frames.
    private final class FrameServer: @unchecked Sendable {  // `lock` guards the count
        private let listener: LoopbackListener
        private let respond: @Sendable (_ request: (number: Int, stream: UInt32)) -> [Frame]
        private let lock = NSLock()
        private var count = 0
        private let closed = DispatchSemaphore(value: 0)

        var authority: String { listener.authority }

        var streamCount: Int { lock.withLock { count } }

        init(_ respond: @escaping @Sendable (_ request: (number: Int, stream: UInt32)) -> [Frame]) throws {
            let listener = try LoopbackListener(backlog: 8)
            self.listener = listener
            self.respond = respond
            Thread.detachNewThread { [weak self] in
                while true {
                    let connection = accept(listener.socket, nil, nil)
                    guard connection >= 0, let self else { break }
                    Thread.detachNewThread {
                        self.serve(connection)
                        close(connection)
                        self.closed.signal()
                    }
                }
                close(listener.socket)
            }
        }

        deinit {
            // Ends the thread, which waits for a connection.
            shutdown(listener.socket, Int32(SHUT_RDWR))
        }

        /// Waits until the server has closed a connection.
        func waitForClose() {
            #expect(closed.wait(timeout: .now() + 30) == .success)
        }

        /// Reads frames, and responds to each HEADERS frame.
        private func serve(_ connection: Int32) {
            var input: [UInt8] = []
            var rest: [Frame] = []  // sent when the client acknowledges a ping
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            send([Frame(type: 4, stream: 0)], to: connection)  // the settings
            let start = 24  // after the connection preface
            while true {
                let received = recv(connection, &buffer, buffer.count, 0)
                guard received > 0 else { return }
                input += buffer[..<received]
                while input.count >= start + 9 {
                    let length = Int(input[start]) << 16 | Int(input[start + 1]) << 8 | Int(input[start + 2])
                    guard input.count >= start + 9 + length else { break }
                    if input[start + 3] == 1 {
                        let number = lock.withLock {
                            defer { count += 1 }
                            return count
                        }
                        let stream = input[(start + 5)..<(start + 9)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                        let frames = respond((number, stream))
                        let end = frames.firstIndex { $0.type == Frame.ping.type } ?? frames.endIndex
                        send(Array(frames.prefix(end + 1)), to: connection)
                        rest = Array(frames.dropFirst(end + 1))
                    } else if input[start + 3] == Frame.ping.type, input[start + 4] == 1 {
                        guard rest.first?.type != Frame.close.type else { return }
                        send(rest, to: connection)
                    }
                    input.removeSubrange(start..<(start + 9 + length))
                }
            }
        }

        private func send(_ frames: [Frame], to connection: Int32) {
            let bytes = frames.flatMap(\.bytes)
            _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }
#endif
