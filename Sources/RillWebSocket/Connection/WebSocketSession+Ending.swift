internal import Foundation
internal import Rill

extension WebSocketSession {
    /// Ends the protocol, and returns the reason, or `nil` if the connection was closed normally.
    ///
    /// - Parameter text: A description of an end without a close frame of the peer.
    func failureOfEnd(_ text: String = "the connection ended without a close frame") -> WebSocketError? {
        lock.withLock {
            try? connection.receiveEnd(text)
            if let failure = connection.failure { return failure }
            // The peer repeats the code if this side has started the close handshake.
            guard let close = connection.receivedClose, close.code != closeCode else { return nil }
            switch close.code {
            case .normalClosure, .noStatusReceived: return nil
            default:
                let peer = role == .client ? "server" : "client"
                let reason = close.reason.isEmpty ? "" : ": \(close.reason)"
                return WebSocketError(close.code, "the \(peer) closed the connection\(reason)")
            }
        }
    }

    /// Ends the messages when the connection has ended or the subscription was disposed.
    func end() {
        // The closure is released without the lock.
        let (reader, writer, timer, _) = lock.withLock {
            hasEnded = true
            return (self.reader.take(), self.writer.take(), self.timer.take(), requestBytes.take())
        }
        timer?.dispose()
        stopWriting()
        reader?.observer.onCompleted()
        writer?.observer.onCompleted()
    }

    /// Ends the connection if the peer does not close it in time.
    ///
    /// The time begins again while a message is being written.
    func scheduleClosing() {
        lock.withLock { hasWritten = false }
        start(after: options.closeTimeout, isClosing: true) { session in
            if session.lock.withLock({ session.hasWritten }) { return session.scheduleClosing() }
            let text = "timed out after \(session.options.closeTimeout) waiting for the close frame"
            if let failure = session.failureOfEnd(text) {
                session.interruption.onError(failure)
            } else {
                session.interruption.onNext(())
            }
        }
    }

    /// Sends a ping after a time without received bytes, and fails the connection if there is no response.
    func scheduleKeepAlive() {
        guard let interval = options.keepAliveInterval else { return }
        start(after: interval) { session in
            enum Step { case wait, fail, close }
            let step = session.lock.withLock { () -> Step in
                guard session.connection.canSend else { return .close }
                // A ping cannot be sent before the rest of a message.
                let isWriting = session.hasWritten && !session.rest.isEmpty
                // A response can be received only while a subscriber reads.
                let isReading = session.requestBytes == nil && session.reader.map { !$0.observer.isPaused } == true
                defer { (session.hasReceived, session.hasWritten) = (false, false) }
                if session.hasReceived || isWriting || !isReading {
                    session.awaitsPong = false
                    return .wait
                }
                if session.awaitsPong { return .fail }
                session.awaitsPong = true
                try? session.connection.sendPing()
                return .wait
            }
            switch step {
            case .close: break
            case .wait:
                session.write()
                session.scheduleKeepAlive()
            case .fail:
                session.interruption.onError(
                    WebSocketError(.abnormalClosure, "nothing was received for \(interval) after a ping"))
            }
        }
    }

    /// Starts the only timer of the connection.
    ///
    /// A timer for the end replaces others.
    private func start(
        after delay: Duration, isClosing: Bool = false, _ action: @escaping @Sendable (WebSocketSession) -> Void
    ) {
        let timer = scheduler.schedule(after: delay) { [weak self] in
            if let self { action(self) }
        }
        let old = lock.withLock {
            if hasEnded || !isClosing && !connection.canSend { return timer as Disposable? }
            defer { self.timer = timer }
            return self.timer
        }
        old?.dispose()
    }
}
