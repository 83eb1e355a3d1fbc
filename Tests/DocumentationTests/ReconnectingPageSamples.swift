#if os(Linux)
    import Rill
    import RillSampleServices
    import RillTesting
    import RillWebSocket
    import Testing

    /// The samples on the page "Reconnecting", and tests of the documented behavior.
    @Suite(.serialized) struct ReconnectingPageSamples {
        private let server: SampleChat
        private let client: Client

        init() throws {
            server = try SampleChat()
            client = Client(baseURL: server.baseURL)
        }

        private func makeChat() -> Chat {
            let policy = RetryPolicy(attempts: .max, backoff: .constant(.seconds(2)), jitter: .full)
                .retrying { error in
                    guard let error = error as? APIError else { return false }
                    return error.isTransient || error.underlying(as: WebSocketError.self)?.isTransient == true
                }
            let chat = Chat(client, policy: policy)
            return chat
        }

        @Test func messagesContinueAfterTheLastOne() async throws {
            defer { server.stop() }
            let chat = makeChat()
            let messages = chat.messages.share()
            let delivery = chat.deliver("hello", key: "1", confirmedBy: messages)
            let recorder = Recorder(messages)
            #expect(await Recorder(delivery).waitForEnd(timeout: .seconds(60)))
            #expect(await recorder.waitForEvents(1, timeout: .seconds(60)))
            server.closeConnections()
            let second = chat.deliver("again", key: "2", confirmedBy: messages)
            #expect(await Recorder(second).waitForEnd(timeout: .seconds(60)))
            let third = chat.send(#"{"from": "ada", "text": "bye"}"#)
            #expect(await Recorder(third).waitForEnd(timeout: .seconds(60)))
            #expect(await recorder.waitForEvents(3, timeout: .seconds(60)))
            #expect(recorder.values.map(\.id) == [1, 2, 3])
            #expect(recorder.values.map(\.text) == ["hello", "again", "bye"])
        }
    }

    struct Message: Decodable, Sendable {
        let id: Int
        let text: String
        let key: String
    }

    final class Chat: Sendable {
        private let client: Client
        private let policy: RetryPolicy
        private let lastID = BehaviorSubject(0)
        private let sockets = BehaviorSubject<WebSocket?>(nil)

        init(_ client: Client, policy: RetryPolicy) {
            self.client = client
            self.policy = policy
        }

        var messages: Observable<Message> {
            Observable.deferred { [self] in client.webSocket("/chat", query: ["since": "\(lastID.value)"]) }
                .do(onNext: { [self] in sockets.onNext($0) })
                .flatMap { socket in socket.messages(of: Message.self) }
                .do(onNext: { [self] in lastID.onNext($0.id) })
                .retry(policy)
        }
    }

    extension Chat {
        /// Sends a text over the current connection, or else over the next one.
        func send(_ text: String) -> Observable<Void> {
            sockets.compactMap { $0 }
                .flatMapLatest { socket in
                    socket.sending(.text(text)).catch { error in
                        guard case WebSocketSendError.closed = error else { throw error }
                        return .empty()
                    }
                }
                .take(1)
        }
    }

    extension Chat {
        /// Sends a text over each connection until the server has sent it back.
        func deliver(_ text: String, key: String, confirmedBy messages: Observable<Message>) -> Observable<Void> {
            sockets.compactMap { $0 }
                .flatMapLatest { socket in
                    socket.sending(try .json(["from": "ada", "text": text, "key": key])).catch { _ in .empty() }
                }
                .take(until: messages.filter { $0.key == key })
                .ignoreElements(as: Void.self)
        }
    }
#endif
