#if os(Linux)
    import Dispatch
    import Rill
    import RillHTTP
    import RillHTTPTesting
    import RillSwiftTesting
    import RillTestSupport
    import RillTesting
    import Testing

    @testable import RillWebSocket

    /// Servers that end connections, respond incorrectly, or send little at a time, over sockets.
    @Suite struct FaultTests {
        struct Handshake: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let status: Int?
            let code: UInt16?
            let response: @Sendable (HTTPFields) -> LoopbackServer.Response

            init(
                _ name: String, status: Int? = nil, code: UInt16? = nil,
                _ response: @escaping @Sendable (HTTPFields) -> LoopbackServer.Response
            ) {
                testDescription = name
                self.status = status
                self.code = code
                self.response = response
            }

            /// A response whose fields differ from an accepted handshake.
            init(_ name: String, changing change: @escaping @Sendable (inout HTTPFields) -> Void) {
                self.init(name, status: 101, code: 1002) { fields in
                    var fields = fields
                    change(&fields)
                    return .steps([.head(.unframed), .stall], status: 101, fields: fields)
                }
            }
        }

        private static let accept = HTTPField.Name(literal: "Sec-WebSocket-Accept")
        private static let subprotocol = HTTPField.Name(literal: "Sec-WebSocket-Protocol")
        private static let extensions = HTTPField.Name(literal: "Sec-WebSocket-Extensions")

        static let handshakes = [
            Handshake("close before the head") { _ in .steps([.close]) },
            Handshake("reset before the head") { _ in .reset },
            Handshake("close within the head") {
                .steps([.partialHead(byteCount: 20, framing: .unframed), .close], status: 101, fields: $0)
            },
            Handshake("reset within the head") {
                .steps([.partialHead(byteCount: 20, framing: .unframed), .reset], status: 101, fields: $0)
            },
            Handshake("garbage") { _ in .garbage },
            Handshake("status 200", status: 200) { _ in .text("hello") },
            Handshake("status 200 until the end", status: 200) { _ in
                .steps([.head(.untilClose), .bytes("a"), .close])
            },
            Handshake("status 404", status: 404) { _ in .status(.notFound) },
            Handshake("status 503", status: 503) { _ in .status(.serviceUnavailable) },
            Handshake("no Upgrade field") { $0[.upgrade] = nil },
            Handshake("no Connection field") { $0[.connection] = nil },
            Handshake("no Sec-WebSocket-Accept field") { $0[Self.accept] = nil },
            Handshake("wrong Sec-WebSocket-Accept field") { $0[Self.accept] = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" },
            Handshake("subprotocol that was not requested") { $0[Self.subprotocol] = "other" },
            Handshake("extension that was not requested") { $0[Self.extensions] = "permessage-deflate" },
        ]

        @Test(arguments: handshakes) func handshakeFails(_ handshake: Handshake) async throws {
            let server = try LoopbackServer { request in
                handshake.response(try WebSocketUpgrade(request.fields).responseFields)
            }
            defer { server.stop() }
            let client = Client(baseURL: server.baseURL, transport: CurlTransport())
            let recorder = Recorder(client.webSocket("/"))
            await recorder.waitForEnd()
            #expect(recorder.values.isEmpty)
            let error = try #require(recorder.error as? APIError)
            #expect(error.status.map { Int($0.code) } == handshake.status)
            #expect(error.closeCode == handshake.code)
            #expect(error.underlying(as: TransportError.self)?.code != .timeout)
            try await server.waitForOpenConnections(atMost: 0)
        }

        private static let message = WireFrame.text("hello").bytes(mask: nil)

        @Test(arguments: [false, true], 0...message.count)
        func endWithinAMessageFails(_ isReset: Bool, _ count: Int) async throws {
            let server = try WireServer { _ in
                [.raw(Self.message), .raw(Array(Self.message.prefix(count))), isReset ? .reset : .close]
            }
            let recorder = Recorder(server.client.webSocket("/").flatMap { $0.messages })
            await recorder.waitForEnd()
            #expect(recorder.error is APIError)
            // A reset can discard received bytes, including the head.
            guard !isReset else { return }
            #expect(recorder.values.count == (count == Self.message.count ? 2 : 1))
            #expect(recorder.error?.closeCode == 1006)
        }

        @Test func stoppedServerFailsTheConnection() async throws {
            let server = try LoopbackServer { request in
                .webSocket(request) { socket in socket.messages.concatMap { socket.sending($0) } }
            }
            let client = Client(baseURL: server.baseURL, transport: CurlTransport())
            let recorder = Recorder(
                client.webSocket("/").flatMap { socket in
                    socket.sending("a").flatMap { socket.messages }.do(onNext: { _ in
                        DispatchQueue.global().async { server.stop() }
                    })
                })
            await recorder.waitForEnd()
            #expect(recorder.values == ["a"])
            #expect(recorder.error is APIError)
            server.stop()
        }

        @Test(
            arguments: [
                (Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), 1002), (WireFrame(1, [0xFF]).bytes(mask: nil), 1007),
                (WireFrame.text("a").bytes(mask: [1, 2, 3, 4]), 1002),
                (WireFrame.binary(Array(repeating: 0, count: 2000)).bytes(mask: nil), 1009),
            ] as [([UInt8], UInt16)])
        func serverReceivesTheCodeOfItsViolation(_ bytes: [UInt8], _ code: UInt16) async throws {
            let server = try WireServer { readClose in [.raw(bytes), readClose] }
            let recorder = Recorder(
                server.client.webSocket("/", options: WebSocketOptions(messageSize: 1000)).flatMap { $0.messages })
            await recorder.waitForEnd()
            #expect(recorder.error?.closeCode == code)
            try await server.waitForEnd()
            #expect(server.frames?.map(\.closeCode) == [code])
        }

        @Test func messagesArriveByteForByte() async throws {
            let messages = [0, 1, 125, 126, 300].map { WebSocketMessage.binary(Array(repeating: 7, count: $0)) }
            let bytes = messages.flatMap { WireFrame.binary($0.bytes).bytes(mask: nil) }
            let server = try WireServer { readClose in
                [.raw(bytes, chunkSize: 1), .raw(WireFrame.close(1000).bytes(mask: nil), chunkSize: 1), readClose]
            }
            let recorder = Recorder(server.client.webSocket("/").flatMap { $0.messages })
            await recorder.waitForEnd()
            #expect(recorder.isCompleted)
            #expect(recorder.values == messages)
        }

        // MARK: Cancellation

        /// The steps of the conversation are the connection, three sent messages, three received ones, and the end.
        @Test(arguments: 0...8) func connectionIsReleasedAfterCancellation(at step: Int) async throws {
            let watch = SessionWatch()
            try await expectNoLeaks(within: .seconds(60)) {
                let server = try EchoServer()
                defer { server.stop() }
                let steps = Log<Void>()
                let canceled = PublishSubject<Void>()
                let advance: @Sendable () -> Void = { if steps.append(()).count == step { canceled.onNext(()) } }
                let conversation = server.client.webSocket("/")
                    .do(onNext: {
                        watch.add($0)
                        advance()
                    })
                    .flatMap { socket in
                        let sending = Observable.from(["a", "b", "c"]).concatMap { socket.sending(.text($0)) }
                            .do(onNext: advance).flatMap { _ in Observable<WebSocketMessage>.empty() }
                        let messages = socket.messages.do(onNext: { message in
                            advance()
                            if message == "c" { socket.close() }
                        })
                        return Observable.merge(sending, messages)
                    }
                let (recorder, subscription) = conversation.take(until: canceled.asObservable()).record()
                if step == 0 { subscription.dispose() } else { await recorder.waitForEnd() }
                #expect(recorder.error == nil)
                if step == 8 { #expect(recorder.values == ["a", "b", "c"]) }
                try await server.waitForEnd()
            }
            await watch.waitUntilReleased()
        }

        @Test func canceledTaskEndsTheConnection() async throws {
            let server = try EchoServer()
            defer { server.stop() }
            let client = server.client
            let received = Log<WebSocketMessage>()
            let task = Task {
                for try await socket in client.webSocket("/").values {
                    try await socket.send("a")
                    for try await message in socket.messages.values { received.append(message) }
                }
            }
            await received.wait(for: 1)
            task.cancel()
            _ = await task.result
            try await server.waitForEnd()
        }
    }
#endif
