#if os(Linux)
    import Rill
    import RillHTTP
    import RillSampleServices
    import RillTesting
    import RillWebSocket
    import Testing

    /// Tests the sample server with the client.
    @Suite struct SampleChatTests {
        private struct Message: Decodable, Sendable, Equatable {
            let id: Int
            let from: String
            let text: String
            let key: String

            init(_ id: Int, _ from: String, _ text: String, key: String? = nil) {
                (self.id, self.from, self.text, self.key) = (id, from, text, key ?? "\(id)")
            }
        }

        private let chat: SampleChat
        private let client: Client

        init() throws {
            chat = try SampleChat()
            client = Client(baseURL: chat.baseURL)
        }

        /// Records the messages after an ID, up to a number of them.
        private func record(after id: Int = 0, count: Int) -> Recorder<Message> {
            Recorder(
                client.webSocket("/chat", query: ["since": "\(id)"]).flatMap { $0.messages(of: Message.self) }
                    .take(count))
        }

        /// Sends messages, and waits until the server has received them.
        private func send(_ messages: [WebSocketMessage]) async throws {
            for try await socket in client.webSocket("/chat").values {
                for message in messages { try await socket.send(message) }
                socket.close()
            }
        }

        private func history(after id: Int) async throws -> [Message] {
            try await client.send(Endpoint<[Message]>("/messages", query: ["since": "\(id)"])).firstValue()
        }

        @Test func messagesAreSentToAllClients() async throws {
            defer { chat.stop() }
            let expected = [Message(1, "ada", "hello"), Message(2, "ada", "Grüße 👋", key: "a")]
            let recorders = [record(count: 2), record(count: 2), record(after: 1, count: 1)]
            try await send([
                .json(["from": "ada", "text": "hello"]), .json(["from": "ada", "text": "Grüße 👋", "key": "a"]),
            ])
            for (recorder, first) in zip(recorders, [0, 0, 1]) {
                #expect(await recorder.waitForEnd(timeout: .seconds(60)))
                #expect(recorder.values == Array(expected[first...]))
            }
            let late = record(after: 1, count: 1)
            #expect(await late.waitForEnd(timeout: .seconds(60)))
            #expect(late.values == [expected[1]])
            #expect(try await history(after: 0) == expected)
            #expect(try await history(after: 1) == [expected[1]])
            #expect(try await history(after: 5) == [])
        }

        @Test func messagesOfSeveralSendersHaveOneOrder() async throws {
            defer { chat.stop() }
            let recorders = (0..<4).map { _ in record(count: 60) }
            try await withThrowingTaskGroup(of: Void.self) { [self] group in
                for sender in ["ada", "grace", "mary"] {
                    group.addTask {
                        try await send(try (1...20).map { try .json(["from": sender, "text": "\($0)"]) })
                    }
                }
                try await group.waitForAll()
            }
            let messages = try await history(after: 0)
            #expect(messages.map(\.id) == Array(1...60))
            #expect(messages.filter { $0.from == "ada" }.map(\.text) == (1...20).map { "\($0)" })
            for recorder in recorders {
                #expect(await recorder.waitForEnd(timeout: .seconds(60)))
                #expect(recorder.values == messages)
            }
        }

        @Test func clientReceivesAllMessagesOfSimultaneousSenders() async throws {
            defer { chat.stop() }
            for round in 1...10 {
                try await withThrowingTaskGroup(of: Void.self) { [self] group in
                    for sender in 1...8 {
                        group.addTask {
                            try await send([.json(["from": "\(sender)", "text": "\(round)"])])
                        }
                    }
                    try await group.waitForAll()
                }
                // A later message would announce the missing ones.
                let recorder = record(count: 8 * round)
                #expect(await recorder.waitForEnd(timeout: .seconds(60)))
                #expect(recorder.values.map(\.id) == Array(1...8 * round))
            }
        }

        @Test func repetitionsOfAKeyAreDiscarded() async throws {
            defer { chat.stop() }
            let message = try WebSocketMessage.json(["from": "ada", "text": "hello", "key": "a"])
            try await send([message, message])
            try await send([message])
            #expect(try await history(after: 0) == [Message(1, "ada", "hello", key: "a")])
        }

        @Test(arguments: [WebSocketMessage.text("hello"), #"{"from": "ada"}"#, .binary([0xFF])])
        func invalidMessageClosesTheConnection(message: WebSocketMessage) async throws {
            defer { chat.stop() }
            let error = try await #require(throws: APIError.self) { try await send([message]) }
            let failure = error.underlying(as: WebSocketError.self)
            #expect(failure?.code == .invalidPayload)
            #expect(failure?.text.hasSuffix(#"expected a JSON object with "from" and "text""#) == true)
            #expect(try await history(after: 0) == [])
        }

        @Test func closedConnectionsCanBeResumed() async throws {
            defer { chat.stop() }
            try await send([.json(["from": "ada", "text": "one"])])
            let first = Recorder(client.webSocket("/chat", query: ["since": "0"]).flatMap { $0.messages })
            #expect(await first.waitForEvents(1, timeout: .seconds(60)))
            chat.closeConnections()
            #expect(await first.waitForEnd(timeout: .seconds(60)))
            #expect((first.error as? APIError)?.underlying(as: WebSocketError.self)?.code == .goingAway)
            try await send([.json(["from": "ada", "text": "two"])])
            let second = record(after: 1, count: 1)
            #expect(await second.waitForEnd(timeout: .seconds(60)))
            #expect(second.values == [Message(2, "ada", "two")])
        }

        @Test(arguments: ["/chat?since=-1", "/chat?since=x", "/messages?since=1.5", "/chat"])
        func invalidRequestIsRejected(path: String) async throws {
            defer { chat.stop() }
            let request = Endpoint<Void>(.url(chat.baseURL + path))
            let error = try await #require(throws: APIError.self) { try await client.send(request).firstValue() }
            #expect(error.status == .badRequest)
        }
    }
#endif
