#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTestSupport
    import Testing

    /// Requests that an HTTP/2 server rejects with a stream error.
    @Suite struct CurlRefusedStreamTests {
        private func send(_ method: HTTPRequest.Method, to server: RejectingServer) -> TransportError? {
            var options = TransportOptions.withoutTimeouts
            options.httpVersion = .http2
            let request = HTTPRequest(method: method, scheme: "http", authority: server.authority, path: "/")
            return #expect(throws: TransportError.self) {
                try CurlTransport(options: options).send(request, body: nil).wait(timeout: .seconds(30))
            }
        }

        @Test(arguments: [HTTPRequest.Method.get, .post])
        func refusedRequestIsResent(method: HTTPRequest.Method) throws {
            // The server has not processed the request (RFC 9113, section 8.7).
            let server = try RejectingServer(.refusedStream)
            _ = send(method, to: server)
            #expect(server.streamCount > 1)
        }

        @Test func canceledNonIdempotentRequestIsSentOnce() throws {
            let server = try RejectingServer(.cancel)
            #expect(send(.post, to: server)?.code == .closedEarly)
            #expect(server.streamCount == 1)
        }

        @Test(arguments: [HTTPRequest.Method.get, .post])
        func requiredHTTP1IsNotReportedAsUnsent(method: HTTPRequest.Method) throws {
            let server = try RejectingServer(.http11Required)
            let error = try #require(send(method, to: server))
            #expect(error.code == .closedEarly || error.code == .malformedResponse, "\(error)")
        }
    }

    /// An HTTP/2 server that rejects every stream.
    private final class RejectingServer: @unchecked Sendable {  // `lock` guards the count
        /// An error code of RFC 9113, section 7.
        enum Code: UInt8 {
            case refusedStream = 7
            case cancel = 8
            case http11Required = 13
        }

        private let listener: LoopbackListener
        private let code: Code
        private let lock = NSLock()
        private var count = 0

        var authority: String { listener.authority }

        var streamCount: Int { lock.withLock { count } }

        init(_ code: Code) throws {
            let listener = try LoopbackListener(backlog: 8)
            self.listener = listener
            self.code = code
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

        /// Reads frames, and responds to each HEADERS frame with RST_STREAM and the error code.
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
                        let frame: [UInt8] =
                            [0, 0, 4, 3, 0] + input[(start + 5)..<(start + 9)] + [0, 0, 0, code.rawValue]
                        _ = Glibc.send(connection, frame, frame.count, Int32(MSG_NOSIGNAL))
                    }
                    input.removeSubrange(start..<(start + 9 + length))
                }
            }
        }
    }
#endif
