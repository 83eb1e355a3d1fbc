internal import Rill
internal import RillHTTPTesting
internal import RillWebSocket

/// The messages of the room, and the routes that list and extend them.
final class ChatService: @unchecked Sendable {  // `lock` guards `messages` and `keys`
    /// A message of a client.
    private struct Post: Decodable, Sendable {
        let from: String
        let text: String
        let key: String?
    }

    private let lock = Lock()
    private var messages: [JSONValue] = []
    private var keys: Set<String> = []

    /// Emits an element to each new subscriber, and when a message has been added.
    private let additions = BehaviorSubject<Void>(())

    private let closings = PublishSubject<Void>()

    func response(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        var router = Router()
        router.get("/messages") { [self] request in
            .json(.array(messages(in: try since(request) ?? 0, .max)))
        }
        router.get("/chat") { [self] request in
            let id = try since(request) ?? lastID
            var options = WebSocketOptions()
            options.maximumMessageSize = 1 << 16
            return .webSocket(request.request, options: options) { [self] in join($0, after: id) }
        }
        return router.route(request) ?? .status(.notFound)
    }

    func closeConnections() { closings.onNext(()) }

    /// Receives the messages of a client, and sends it all messages after an ID.
    private func join(_ socket: WebSocket, after id: Int) -> Observable<Void> {
        let received = socket.messages(of: Post.self)
            .map { [self] in add($0) }
            .catch { _ in
                try? socket.close(.invalidPayload, reason: "expected a JSON object with \"from\" and \"text\"")
                return .empty()
            }
        // The last ID that has been sent, and the last ID: one element can announce several messages.
        let sent = additions.scan((id, id)) { [self] range, _ in (range.1, max(range.1, lastID)) }
            .concatMap { [self] in Observable.from(messages(in: $0.0, $0.1)) }
            .concatMap { socket.sending(.text($0.description)) }
        let closed = closings.do(onNext: { try? socket.close(.goingAway, reason: "the server restarts") })
        return .merge(received, sent, closed)
    }

    private func add(_ post: Post) {
        let isNew = lock.withLock {
            let id = messages.count + 1
            let key = post.key ?? "\(id)"
            guard keys.insert(key).inserted else { return false }
            messages.append(
                .object([
                    "id": .integer(id), "from": .string(post.from), "text": .string(post.text), "key": .string(key),
                ]))
            return true
        }
        if isNew { additions.onNext(()) }
    }

    /// The ID of the last message, or 0 if there is none.
    private var lastID: Int { lock.withLock { messages.count } }

    /// Returns the messages after an ID, up to another.
    private func messages(in start: Int, _ end: Int) -> [JSONValue] {
        lock.withLock { Array(messages.prefix(end).dropFirst(start)) }
    }

    /// Returns the ID in the query, or `nil` if there is none.
    private func since(_ request: RoutedRequest) throws -> Int? {
        let response = LoopbackServer.Response.text("since: expected the ID of a message", status: .badRequest)
        return try request.request.integer("since", in: 0...Int.max, orThrow: ErrorResponse(response: response))
    }
}
