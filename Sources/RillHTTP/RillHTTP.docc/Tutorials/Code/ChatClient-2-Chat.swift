import RillWebSocket

struct Message: Decodable, Sendable {
    let id: Int
    let from: String
    let text: String
}

struct Chat: Sendable {
    private let client = Client(baseURL: "http://127.0.0.1:8080")

    var messages: Observable<Message> {
        client.webSocket("/chat", query: ["since": "0"])
            .flatMap { socket in socket.messages(of: Message.self) }
    }
}
