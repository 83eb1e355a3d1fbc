import RillScript
import RillWebSocket

/// A message of the room.
struct Message: Codable, Sendable {
    let id: Int
    let from: String
    let text: String

    /// The text by which the sender recognizes the message.
    let key: String
}

/// A participant of the room, who joins it again when the connection fails.
final class Participant: Sendable {
    private let name: String
    private let join: @Sendable (_ lastID: Int) -> Observable<WebSocket>
    private let lastID = BehaviorSubject(0)
    private let received = PublishSubject<Message>()
    private let sockets = BehaviorSubject<WebSocket?>(nil)

    init(_ name: String, join: @escaping @Sendable (_ lastID: Int) -> Observable<WebSocket>) {
        self.name = name
        self.join = join
    }

    /// The messages of the room, including the earlier ones.
    ///
    /// A new connection continues after the last message.
    var messages: Observable<Message> {
        Observable.deferred { [self] in join(lastID.value) }
            .do(onNext: { [self] in sockets.onNext($0) })
            .flatMap { $0.messages(of: Message.self) }
            .do(onNext: { [self] message in
                lastID.onNext(message.id)
                received.onNext(message)
            })
            .retry(policy)
            .do(onCompleted: { [self] in sockets.onCompleted() })
    }

    private var policy: RetryPolicy {
        RetryPolicy(attempts: .max, backoff: .constant(.seconds(1)), jitter: .full)
            .retrying { error in
                guard let error = error as? APIError else { return false }
                return error.isTransient || error.underlying(as: WebSocketError.self)?.isTransient == true
            }
            .onDecision { [name] decision in
                guard case .retry(let delay) = decision.action else { return }
                Output.note("\(name) joins again in \(delay.latencyText): \(decision.error)")
            }
    }

    /// Sends a text over each connection until a message with a key has been received.
    ///
    /// The server discards repetitions of a key.
    func post(_ text: String, key: String, until confirmation: String) -> Observable<Message> {
        sockets.compactMap { $0 }
            .flatMapLatest { [name] socket in
                socket.sending(try .json(["from": name, "text": text, "key": key])).catch { _ in .empty() }
            }
            .take(until: received.filter { $0.key == confirmation })
            .ignoreElements(as: Message.self)
    }

    /// Closes the current connection and each later one.
    var leave: Observable<Message> {
        sockets.compactMap { $0 }.do(onNext: { $0.close() }).ignoreElements(as: Message.self)
    }

    /// Emits a value when the connection has been closed normally.
    var hasLeft: Observable<Void> { sockets.ignoreElements(as: Void.self).concat(.just(())) }
}
