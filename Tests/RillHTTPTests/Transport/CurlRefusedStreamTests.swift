#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import Testing

    /// Requests that an HTTP/2 server refuses without processing them.
    @Suite struct CurlRefusedStreamTests {
        private func send(_ method: HTTPRequest.Method, to server: RefusingServer) -> TransportError? {
            var options = TransportOptions.withoutTimeouts
            options.httpVersion = .http2
            let request = HTTPRequest(method: method, scheme: "http", authority: server.authority, path: "/")
            return #expect(throws: TransportError.self) {
                try CurlTransport(options: options).send(request, body: nil).wait(timeout: .seconds(30))
            }
        }

        @Test func nonIdempotentRequestIsSentOnce() throws {
            let server = try RefusingServer()
            #expect(send(.post, to: server)?.code == .closedEarly)
            #expect(server.streamCount == 1)
        }

        @Test func idempotentRequestIsResent() throws {
            let server = try RefusingServer()
            _ = send(.get, to: server)
            #expect(server.streamCount > 1)
        }
    }

    /// An HTTP/2 server that refuses every stream.
    private final class RefusingServer: @unchecked Sendable {  // `lock` guards the count
        private let listener: LoopbackListener
        private let lock = NSLock()
        private var count = 0

        var authority: String { listener.authority }

        var streamCount: Int { lock.withLock { count } }

        init() throws {
            let listener = try LoopbackListener(backlog: 8)
            self.listener = listener
            Thread.detachNewThread { [weak self] in
                while true {
                    let connection = accept(listener.socket, nil, nil)
                    guard connection >= 0, let self else { break }
                    self.serve(connection)
                    close(connection)
                }
                close(listener.socket)
            }
        }

        deinit {
            // Ends the thread, which waits for a connection.
            shutdown(listener.socket, Int32(SHUT_RDWR))
        }

        /// Reads frames, and responds to each HEADERS frame with RST_STREAM and the code REFUSED_STREAM.
        private func serve(_ connection: Int32) {
            var input: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
            _ = Glibc.send(connection, settings, settings.count, 0)
            let start = 24  // after the connection preface
            while true {
                let received = recv(connection, &buffer, buffer.count, 0)
                guard received > 0 else { return }
                input += buffer[..<received]
                while input.count >= start + 9 {
                    let length = Int(input[start]) << 16 | Int(input[start + 1]) << 8 | Int(input[start + 2])
                    guard input.count >= start + 9 + length else { break }
                    if input[start + 3] == 1 {
                        lock.withLock { count += 1 }
                        let frame: [UInt8] = [0, 0, 4, 3, 0] + input[(start + 5)..<(start + 9)] + [0, 0, 0, 7]
                        _ = Glibc.send(connection, frame, frame.count, Int32(MSG_NOSIGNAL))
                    }
                    input.removeSubrange(start..<(start + 9 + length))
                }
            }
        }
    }
#endif
