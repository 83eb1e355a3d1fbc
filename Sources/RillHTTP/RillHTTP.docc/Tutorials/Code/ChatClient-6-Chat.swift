import RillWebSocket

struct Message: Decodable, Sendable {
    let id: Int
    let from: String
    let text: String
}

struct Chat: Sendable {
    private let client = Client(baseURL: "http://127.0.0.1:8080")
    private let sockets = BehaviorSubject<WebSocket?>(nil)

    var messages: Observable<Message> {
        client.webSocket("/chat", query: ["since": "0"])
            .do(onNext: { socket in sockets.onNext(socket) })
            .flatMap { socket in socket.messages(of: Message.self) }
            .retry(.constantBackoff(attempts: .max, delay: .seconds(2)))
    }

    func post(_ text: String) -> Observable<Void> {
        sockets.compactMap { $0 }.take(1)
            .flatMap { socket in socket.sending(try .json(["from": "ada", "text": text])) }
    }
}
