public import Foundation
public import Rill
internal import RillHTTP

/// An open WebSocket connection.
///
///     client.webSocket("/chat")
///         .flatMap { socket in socket.messages }
///         .subscribe(onNext: { print($0) })
///
/// ``RillHTTP/Client/webSocket(_:query:headerFields:protocols:options:)`` emits a connection when the server has accepted it.
/// The subscription to that observable owns the connection: its disposal ends the connection, and it completes or fails when
/// the connection has ended.
public final class WebSocket: Sendable {
    /// The subprotocol that the server has selected, or `nil` for none.
    public let subprotocol: String?

    let session: WebSocketSession

    /// The code with which the peer has closed the connection, or `nil` if it has not.
    ///
    /// ``WebSocketCloseCode/noStatusReceived`` if the peer sent no code.
    public var closeCode: WebSocketCloseCode? { peerClose?.code }

    /// The reason with which the peer has closed the connection, which may be empty, or `nil` if it has not closed it.
    public var closeReason: String? { peerClose?.reason }

    private var peerClose: CloseFrame? { session.lock.withLock { session.connection.receivedClose } }

    init(_ session: WebSocketSession, subprotocol: String?) {
        self.session = session
        self.subprotocol = subprotocol
    }

    // MARK: Receiving

    /// The received messages.
    ///
    /// Completes when the connection has ended, and does not fail: the observable of the connection reports the reason. It can
    /// have one subscriber at a time. Nothing is received before the first subscription and while the subscriber is paused, so
    /// that the server has to wait. Subscribe also if the server sends no messages: otherwise, the client does not respond to its pings, and
    /// the end of the connection is not noticed.
    public var messages: Observable<WebSocketMessage> {
        .create { [session] observer in
            guard let reader = session.attach(observer) else {
                observer.onError(
                    WebSocketError(
                        .policyViolation, "the messages of a connection can have one subscriber. Use share()"))
                return .none
            }
            return reader
        }
    }

    /// Returns the received messages, decoded from JSON.
    ///
    /// - Parameters:
    ///   - type: The type of the messages.
    ///   - decoder: The decoder. Defaults to one with default settings.
    /// - Returns: The decoded ``messages``. A message that cannot be decoded fails the observable with the decoder's error.
    public func messages<Message: Decodable & Sendable>(
        of type: Message.Type, decoder: any DataDecoder = JSONDecoder()
    ) -> Observable<Message> {
        messages.map { try decoder.decode(type, from: Data($0.bytes)) }
    }

    // MARK: Sending

    /// Sends a message, and returns when the transport has accepted it.
    ///
    /// Messages are sent in the order of the calls. If the task is canceled, a message that has not been sent is discarded.
    ///
    /// - Parameter message: The message.
    /// - Throws: A ``WebSocketSendError``, or a `CancellationError`.
    public func send(_ message: WebSocketMessage) async throws {
        _ = try await sending(message).firstValue()
    }

    /// Returns an observable that sends a message for each subscription.
    ///
    ///     socket.messages.concatMap { socket.sending($0) }        // an echo
    ///
    /// Disposing the subscription discards the message if it has not been sent.
    ///
    /// - Parameter message: The message.
    /// - Returns: A cold observable that emits a value and completes when the transport has accepted the message, and fails with a
    ///   ``WebSocketSendError``.
    public func sending(_ message: WebSocketMessage) -> Observable<Void> {
        .create { [session] observer in
            session.send(message) { failure in
                // A disposed subscriber does not need the error.
                guard !observer.isDisposed else { return }
                if let failure { return observer.onError(failure) }
                observer.onNext(())
                observer.onCompleted()
            }
        }
    }

    /// Begins the close handshake with the code ``WebSocketCloseCode/normalClosure``.
    ///
    /// The same as ``close(_:reason:)``, without a reason.
    public func close() {
        // The code is valid, so there is no error.
        try? session.close(.normalClosure, reason: "")
    }

    /// Begins the close handshake.
    ///
    /// Messages that wait to be sent fail with ``WebSocketSendError/closed``. Messages that the server sends before it closes
    /// the connection are still received. The connection completes if the server confirms the code. Does nothing if the connection is
    /// being closed.
    ///
    /// - Parameters:
    ///   - code: The code, such as ``WebSocketCloseCode/goingAway``, or one from 3000 to 4999.
    ///   - reason: The reason. At most 123 bytes in UTF-8. Defaults to an empty text.
    /// - Throws: A ``WebSocketSendError`` if the code is reserved or the reason is too long.
    public func close(_ code: WebSocketCloseCode, reason: String = "") throws(WebSocketSendError) {
        try session.close(code, reason: reason)
    }
}
