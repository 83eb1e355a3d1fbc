internal import Foundation
internal import Rill
internal import RillSystem

/// An open connection: passes bytes between the transport, the protocol, and the users of a `WebSocket`.
///
/// Received bytes are parsed when the reader of the messages accepts them. Until then, the transport is paused, so that the peer
/// has to wait. Bytes to send are passed to the transport when it accepts them. No closure of a user runs under
/// the lock.
final class WebSocketSession: @unchecked Sendable {  // `lock` guards the variables
    let options: WebSocketOptions
    let scheduler: any Scheduler
    let role: WebSocketRole
    let lock = NSLock()
    var connection: WebSocketConnection

    // Reading.
    var reader: PausableObserver<WebSocketMessage>?
    var reading = Turn()

    /// Requests more bytes when the received ones have been parsed.
    var requestBytes: (@Sendable () -> Void)?

    /// Whether bytes have been received since the last ping.
    var hasReceived = false

    /// Whether bytes of messages have been written since the last ping, or since the close handshake was started.
    var hasWritten = false

    // Writing.
    var writer: PausableObserver<[UInt8]>?
    var writing = Turn()

    /// Whether the transport does not accept more bytes.
    var hasStoppedWriting = false

    /// The messages that wait to be sent, and their size.
    var pending = WaitingQueue<WebSocketReceipt>()
    var pendingSize = 0

    /// The bytes of the current message or control frame that have not been written.
    var rest: ArraySlice<UInt8> = []
    var current: WebSocketReceipt?

    // Ending.

    /// The code of the close handshake, if this side has started it.
    var closeCode: WebSocketCloseCode?
    var hasEnded = false
    var timer: Disposable?
    var awaitsPong = false

    /// Completes or fails the connection before the transport ends.
    let interruption = ReplaySubject<Void>(bufferSize: 1)

    init(
        _ role: WebSocketRole, _ agreement: WebSocketAgreement, _ options: WebSocketOptions, scheduler: any Scheduler
    ) {
        self.role = role
        self.options = options
        self.scheduler = scheduler
        connection = WebSocketConnection(role: role, compression: agreement.compression, options: options)
    }
}

extension Observable {
    /// Runs a connection with the events of its transport.
    ///
    /// The source is paused until the reader has received the messages of an event. An error of the source does not overtake
    /// them, and has no meaning after the close frame of the peer or a violation: the peer can reset the connection then.
    ///
    /// - Parameters:
    ///   - session: Returns the connection, or `nil` if the handshake is not complete.
    ///   - interruption: Ends the connection before the source ends.
    ///   - process: Returns an observable that completes when the next event can be processed.
    /// - Returns: The results, completed when the connection has been closed normally.
    func running<Output>(
        _ session: @escaping @Sendable () -> WebSocketSession?, until interruption: Observable<Void>,
        _ process: @escaping @Sendable (Element) throws -> Observable<Output>
    ) -> Observable<Output> {
        map { Result<Element, any Error>.success($0) }
            .catch { .just(.failure($0)) }
            .concatMap { input in
                if case .failure = input, session()?.canReceive == false { return .empty() }
                return try process(try input.get())
            }
            .concat(
                .deferred {
                    if let failure = session()?.failureOfEnd() { throw failure }
                    return .empty()
                }
            )
            .take(until: interruption)
    }
}

/// A flag that lets one thread at a time perform steps, and repeats them if another thread requests it in the meantime.
struct Turn {
    private var isTaken = false
    private var isRequested = false

    /// Takes the turn.
    ///
    /// - Returns: Whether the caller performs the steps.
    mutating func take() -> Bool {
        isRequested = isTaken
        defer { isTaken = true }
        return !isTaken
    }

    /// Gives back the turn, unless the steps have been requested again.
    ///
    /// - Returns: Whether the caller repeats the steps.
    mutating func shouldRepeat() -> Bool {
        isTaken = isRequested
        isRequested = false
        return isTaken
    }
}
