internal import Foundation
internal import Rill

extension WebSocketSession {
    /// Returns the reason for the end of the connection, or `nil` if it was closed normally.
    func failureOfEnd() -> WebSocketError? {
        lock.withLock {
            if let failure = connection.failure { return failure }
            guard let close = peerClose else {
                return WebSocketError(.abnormalClosure, "the connection ended without a close frame")
            }
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
        let (reader, writer, timer, unsent) = lock.withLock {
            hasEnded = true
            defer {
                self.reader = nil
                self.writer = nil
                requestBytes = nil
            }
            return (
                self.reader, self.writer, self.timer.take(), [current.take()].compactMap(\.self) + pending.removeAll()
            )
        }
        timer?.dispose()
        for receipt in unsent { receipt.report(.closed) }
        reader?.onCompleted()
        writer?.onCompleted()
    }

    /// Ends the connection if the peer does not close it in time.
    func scheduleClosing() {
        start(after: options.closeTimeout, isClosing: true) { session in
            if let failure = session.failureOfEnd() {
                session.interruption.onError(failure)
            } else {
                session.interruption.onNext(())
            }
        }
    }

    /// Sends a ping after a time without received bytes, and fails the connection if it is not answered.
    func scheduleKeepAlive() {
        guard let interval = options.keepAliveInterval else { return }
        start(after: interval) { session in
            enum Step { case wait, ping, fail, close }
            let step = session.lock.withLock { () -> Step in
                guard session.connection.canSend else { return .close }
                // While nobody reads, an answer could not be received.
                let isReading = session.requestBytes == nil && session.reader.map { !$0.isPaused } == true
                defer { session.hasReceived = false }
                if session.hasReceived || !isReading {
                    session.awaitsPong = false
                    return .wait
                }
                if session.awaitsPong { return .fail }
                session.awaitsPong = true
                try? session.connection.sendPing()
                return .ping
            }
            switch step {
            case .close: break
            case .wait, .ping:
                session.write()
                session.scheduleKeepAlive()
            case .fail:
                session.interruption.onError(
                    WebSocketError(.abnormalClosure, "nothing was received for \(interval) after a ping"))
            }
        }
    }

    /// Starts the only timer of the connection. One for the end replaces others.
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
