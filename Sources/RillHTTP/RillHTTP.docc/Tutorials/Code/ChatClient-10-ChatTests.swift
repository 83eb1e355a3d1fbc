import RillHTTPTesting
import RillSwiftTesting
import RillWebSocket
import Testing

@testable import room

@Suite struct ChatTests {
    let kit = TestKit()

    @Test func continuesAfterLastMessage() {
        let server = WebSocketStub(scheduler: kit.scheduler) { [kit] socket in
            kit.cold("-a|", values: ["a": #"{"id": 1, "from": "bob", "text": "hello"}"#])
                .concatMap { message in socket.sending(.text(message)) }
                .do(onCompleted: { try? socket.close(.goingAway) })
        }
        let chat = Chat(transport: server, scheduler: kit.scheduler)
        let result = kit.record { chat.messages.map(\.text).take(2) }
        expectMarbles(result, "-a---(a|)", values: ["a": "hello"])
        #expect(server.requests.map(\.path) == ["/chat?since=0", "/chat?since=1"])
    }
}
