import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTesting
import RillWebSocket
import Testing

/// Connections in virtual time.
@Suite struct StubTests {
    private let kit = TestKit()

    private func client<Output>(
        _ handle: @escaping @Sendable (WebSocket) -> Observable<Output>
    ) -> Client {
        let server = WebSocketStub(scheduler: kit.scheduler, handle)
        return Client(baseURL: "http://test", transport: server, scheduler: kit.scheduler)
    }

    @Test func messagesArriveInVirtualTime() {
        let client = client { [kit] socket in
            kit.cold("--a--b|", values: ["a": "one", "b": "two"]).concatMap { socket.sending($0) }
        }
        expectMarbles(
            kit.record { client.webSocket("/").flatMap { $0.messages } }, "--a--b|",
            values: ["a": WebSocketMessage.text("one"), "b": "two"])
    }

    @Test func serverReceivesMessagesInVirtualTime() {
        let received = PublishSubject<WebSocketMessage>()
        let client = client { socket in socket.messages.do(onNext: { received.onNext($0) }) }
        let messages = kit.cold("-a--b|", values: ["a": WebSocketMessage.text("one"), "b": "two"])
        let connection = client.webSocket("/").flatMap { socket in
            messages.concatMap { socket.sending($0) }.do(onCompleted: { socket.close() })
        }
        let all = Observable.merge(received.asObservable(), connection.flatMap { Observable<WebSocketMessage>.empty() })
        expectMarbles(kit.record { all.take(2) }, "-a--(b|)", values: ["a": WebSocketMessage.text("one"), "b": "two"])
    }

    /// The client sends a message before it reads the next one, which pauses the output of the server.
    @Test func serverReadsWhileItsOutputIsPaused() {
        let client = client { [kit] socket in
            let replies = socket.messages.concatMap { _ in
                Observable<Int>.timer(.seconds(3), scheduler: kit.scheduler).concatMap { _ in socket.sending("two") }
            }
            return socket.sending("one").concat(replies)
        }
        let result = kit.record(disposedAt: 10) {
            client.webSocket("/").flatMap { socket in
                socket.messages.concatMap { message in socket.sending("three").map { message } }
            }
        }
        expectMarbles(result, "a--b--b--b", values: ["a": WebSocketMessage.text("one"), "b": "two"])
    }

    @Test func invalidArgumentsFailBeforeAnythingIsSent() throws {
        let options = WebSocketOptions { $0.keepAliveInterval = .zero }
        let negative = WebSocketOptions { $0.closeTimeout = .seconds(-1) }
        let client = client { _ in Observable<Never>.never() }
        for (connection, text) in [
            (client.webSocket("/", options: options), "keepAliveInterval must be greater than zero, got 0.0 seconds"),
            (client.webSocket("/", options: negative), "closeTimeout must not be negative, got -1.0 seconds"),
            (client.webSocket("/", protocols: ["a b"]), "the subprotocol \"a b\" is not a token or occurs twice"),
            (
                client.webSocket("/", headerFields: ["Sec-WebSocket-Protocol": "v2"]),
                "the header field Sec-WebSocket-Protocol is part of the WebSocket handshake"
            ),
        ] {
            let error = try #require(kit.record { connection }.error as? APIError)
            #expect(error.stage == .request && error.attempts == 0)
            #expect(error.reason.contains(text))
        }
    }

    @Test func connectionFailsIfNothingIsReceivedAfterAPing() throws {
        let options = WebSocketOptions { $0.keepAliveInterval = .seconds(3) }
        let silent = SilentTransport()
        let client = Client(baseURL: "http://test", transport: silent, scheduler: kit.scheduler)
        let recorder = kit.record { client.webSocket("/", options: options).flatMap { $0.messages } }
        let error = try #require(recorder.error as? APIError)
        #expect(error.underlying(as: WebSocketError.self)?.code == .abnormalClosure)
        #expect(recorder.events.last?.time == 6)
    }
}

/// A transport that accepts connections, and then sends nothing.
private struct SilentTransport: Transport {
    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        do {
            let upgrade = try WebSocketUpgrade(request.headerFields)
            let head = HTTPResponse(status: 101, headerFields: upgrade.responseFields)
            return .just(.head(head)).concat(.never())
        } catch {
            return .error(error)
        }
    }
}
