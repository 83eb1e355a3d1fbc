import RillWebSocket

struct Message: Decodable, Sendable {
    let id: Int
    let from: String
    let text: String
}

struct Chat: Sendable {
    private let client: Client
    private let scheduler: any Scheduler
    private let sockets = BehaviorSubject<WebSocket?>(nil)
    private let lastID = BehaviorSubject(0)

    init(
        transport: any Transport = makeDefaultTransport(),
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        client = Client(baseURL: "http://127.0.0.1:8080", transport: transport, scheduler: scheduler)
        self.scheduler = scheduler
    }

    var messages: Observable<Message> {
        Observable.deferred { client.webSocket("/chat", query: ["since": "\(lastID.value)"]) }
            .do(onNext: { socket in sockets.onNext(socket) })
            .flatMap { socket in socket.messages(of: Message.self) }
            .do(onNext: { message in lastID.onNext(message.id) })
            .retry(.constantBackoff(attempts: .max, delay: .seconds(2)), scheduler: scheduler)
    }

    func post(_ text: String) -> Observable<Void> {
        sockets.compactMap { $0 }.take(1)
            .flatMap { socket in socket.sending(try .json(["from": "ada", "text": text])) }
    }
}
