internal import Foundation
internal import Rill
internal import RillSystem

/// A message that waits to be sent, and the closure that receives the result.
struct WebSocketReceipt: Sendable {
    let message: WebSocketMessage
    let report: @Sendable (WebSocketSendError?) -> Void

    /// The size of the message, at least 128 bytes, so that empty messages cannot fill the memory.
    var size: Int {
        switch message {
        case .text(let text): max(text.utf8.count, 128)
        case .binary(let bytes): max(bytes.count, 128)
        }
    }
}

extension WebSocketSession {
    /// The maximum size of the chunks that the transport receives.
    private static let chunkSize = 64 << 10

    /// The bytes to send, for one subscription of the transport.
    var output: Observable<[UInt8]> {
        .create { observer in
            let writer = PausableObserver(observer)
            let hasEnded = self.lock.withLock {
                if !self.hasEnded { self.writer = writer }
                return self.hasEnded
            }
            if hasEnded { observer.onCompleted() } else { self.write() }
            return Disposable { self.detach(writer) }
        }
    }

    private func detach(_ writer: PausableObserver<[UInt8]>) {
        let isCurrent = lock.withLock {
            guard self.writer === writer else { return false }
            self.writer = nil
            return true
        }
        if isCurrent { stopWriting() }
    }

    /// Reports that the waiting messages cannot be sent, because the transport does not accept more bytes.
    func stopWriting() {
        let unsent = lock.withLock {
            hasStoppedWriting = true
            rest = []
            var unsent = [current.take()].compactMap(\.self)
            while let next = popPending() { unsent.append(next) }
            return unsent
        }
        for receipt in unsent { receipt.report(.closed) }
    }

    /// Adds a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - report: A closure that receives the reason if the message cannot be sent, or `nil` when the transport has accepted
    ///     it.
    /// - Returns: A disposable that removes the message if it has not been sent.
    func send(_ message: WebSocketMessage, _ report: @escaping @Sendable (WebSocketSendError?) -> Void) -> Disposable {
        let limit = options.maximumPendingSize
        let receipt = WebSocketReceipt(message: message, report: report)
        let (number, failure) = lock.withLock { () -> (Int, WebSocketSendError?) in
            if hasStoppedWriting || !connection.canSend { return (0, .closed) }
            if !pending.isEmpty, pendingSize + receipt.size > limit { return (0, .tooManyPending(limit: limit)) }
            pendingSize += receipt.size
            return (pending.append(receipt), nil)
        }
        if let failure {
            report(failure)
            return .none
        }
        write()
        return Disposable { _ = self.lock.withLock { self.removed(self.pending.remove(number)) } }
    }

    /// Starts the close handshake after the message that is being written, unless it has been started.
    func close(_ code: WebSocketCloseCode, reason: String) throws(WebSocketSendError) {
        let result = lock.withLock {
            Result { () throws(WebSocketSendError) in
                let begins = connection.canSend && !hasEnded
                try connection.close(code, reason: reason)
                if begins { closeCode = code }
                return begins
            }
        }
        guard try result.get() else { return }
        write()
        scheduleClosing()
        read()
    }

    /// Passes bytes to the transport while it accepts them.
    func write() {
        guard lock.withLock({ writing.take() }) else { return }
        repeat {
            while writeNext() {}
        } while lock.withLock { writing.shouldRepeat() }
    }

    /// Passes the next bytes to the transport, and returns whether there can be more.
    private func writeNext() -> Bool {
        guard let writer = lock.withLock({ self.writer }), writer.isReady({ self.write() }) else { return false }
        let (bytes, receipt, failure) = lock.withLock { takeOutput() }
        if !bytes.isEmpty { writer.observer.onNext(Array(bytes)) }
        receipt?.report(failure)
        if bytes.isEmpty, receipt == nil {
            if lock.withLock({ connection.isFinished && !connection.hasOutput }) { writer.observer.onCompleted() }
            return false
        }
        return true
    }

    /// Removes and returns the next message.
    ///
    /// Called with the lock held.
    private func popPending() -> WebSocketReceipt? { removed(pending.popFirst()) }

    /// Subtracts the size of a message that no longer waits.
    ///
    /// Called with the lock held.
    private func removed(_ receipt: WebSocketReceipt?) -> WebSocketReceipt? {
        pendingSize -= receipt?.size ?? 0
        return receipt
    }

    /// Returns the next bytes to write, with the receipt of a message that is complete or has failed.
    private func takeOutput() -> (ArraySlice<UInt8>, WebSocketReceipt?, WebSocketSendError?) {
        if rest.isEmpty, connection.hasOutput { rest = connection.takeOutput()[...] }
        if rest.isEmpty, let next = popPending() {
            do {
                try connection.send(next.message)
            } catch {
                return ([], next, error)
            }
            rest = connection.takeOutput()[...]
            current = next
        }
        let bytes = rest.prefix(Self.chunkSize)
        rest = rest.dropFirst(bytes.count)
        if current != nil, !bytes.isEmpty { hasWritten = true }
        return (bytes, rest.isEmpty ? current.take() : nil, nil)
    }
}
