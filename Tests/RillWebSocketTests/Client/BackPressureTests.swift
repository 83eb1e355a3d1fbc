#if os(Linux)
    import Rill
    import RillHTTP
    import RillHTTPTesting
    import RillTestSupport
    import RillTesting
    import Testing

    @testable import RillWebSocket

    /// Peers that do not read, over sockets.
    @Suite struct BackPressureTests {
        private static let message = WebSocketMessage.binary(Array(repeating: 1, count: 64 << 10))
        private static let messageCount = 1024

        /// The buffers of both sockets, of the transports, and of the parsers.
        private static let limit = 32 << 20

        /// Exchanges many messages on another connection, so that the first one has time to transfer bytes.
        private func exchangeMessages() async throws {
            let server = try EchoServer()
            defer { server.stop() }
            let exchanged = server.client.webSocket("/").flatMap { socket in
                Observable.from(1...1000).concatMap { _ in
                    socket.sending("a").concatMap { socket.messages.take(1) }
                }
                .do(onCompleted: { socket.close() })
            }
            #expect(try await exchanged.reduce(0) { count, _ in count + 1 }.firstValue() == 1000)
        }

        @Test func pausedReaderMakesTheServerWait() async throws {
            let sent = Log<Void>()
            let server = try LoopbackServer { request in
                .webSocket(request) { socket in
                    Observable.from(0..<Self.messageCount).concatMap { _ in
                        socket.sending(Self.message).do(onNext: { sent.append(()) })
                    }
                }
            }
            defer { server.stop() }
            let client = Client(baseURL: server.baseURL, transport: CurlTransport())
            var count = 0
            for try await socket in client.webSocket("/").values {
                for try await message in socket.messages.values(bufferingPolicy: .failing(beyond: 4)) {
                    if count == 0 {
                        try await exchangeMessages()
                        #expect(sent.entries.count * (64 << 10) < Self.limit)
                    }
                    #expect(message == Self.message)
                    count += 1
                }
            }
            #expect(count == Self.messageCount)
        }

        @Test func serverThatDoesNotReadMakesSendWait() async throws {
            let start = PublishSubject<Void>()
            let received = Log<Int>()
            let server = try LoopbackServer { request in
                .webSocket(request) { socket in
                    start.take(1).flatMap { socket.messages.do(onNext: { received.append($0.bytes.count) }) }
                }
            }
            defer { server.stop() }
            let client = Client(baseURL: server.baseURL, transport: CurlTransport())
            let sent = Log<Void>()
            for try await socket in client.webSocket("/").values {
                async let sending: Void = {
                    for _ in 0..<Self.messageCount {
                        try await socket.send(Self.message)
                        sent.append(())
                    }
                    socket.close()
                }()
                async let reading = socket.messages.reduce(0) { count, _ in count + 1 }.firstValue()
                try await exchangeMessages()
                #expect(sent.entries.count * (64 << 10) < Self.limit)
                start.onNext(())
                try await sending
                #expect(try await reading == 0)
            }
            #expect(await received.wait(for: Self.messageCount).count == Self.messageCount)
        }

        @Test func messagesThatExceedTheLimitFail() async throws {
            let server = try LoopbackServer { request in .webSocket(request) { _ in Observable<Void>.never() } }
            defer { server.stop() }
            let options = WebSocketOptions { $0.maximumPendingSize = 1 << 20 }
            let client = Client(baseURL: server.baseURL, transport: CurlTransport())
            let failures = Log<Int>()
            let sending = client.webSocket("/", options: options).flatMap { socket in
                Observable.from(0..<Self.messageCount).flatMap { number in
                    socket.sending(Self.message).do(onError: { _ in failures.append(number) })
                }
            }
            let recorder = Recorder(sending)
            await recorder.waitForEnd()
            #expect(recorder.error as? WebSocketSendError == .tooManyPending(limit: 1 << 20))
            #expect((failures.entries.first ?? .max) < Self.limit / (64 << 10))
        }

        @Test func messagesOfSeveralTasksArriveOnceAndInOrder() async throws {
            let server = try EchoServer()
            defer { server.stop() }
            let taskCount = 8
            let messageCount = 200
            var received: [Int: [Int]] = [:]
            for try await socket in server.client.webSocket("/").values {
                async let sending: Void = withThrowingTaskGroup(of: Void.self) { group in
                    for task in 0..<taskCount {
                        group.addTask {
                            for number in 0..<messageCount {
                                try await socket.send(.binary([UInt8(task), UInt8(number)]))
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                var count = 0
                for try await message in socket.messages.values {
                    received[Int(message.bytes[0]), default: []].append(Int(message.bytes[1]))
                    count += 1
                    if count == taskCount * messageCount { socket.close() }
                }
                try await sending
            }
            #expect(received == Dictionary(uniqueKeysWithValues: (0..<taskCount).map { ($0, Array(0..<messageCount)) }))
        }
    }
#endif
