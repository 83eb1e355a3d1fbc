internal import Foundation
internal import Rill

/// A message that waits to be sent, and the closure that receives the result.
struct WebSocketReceipt: Sendable {
    let message: WebSocketMessage
    let number: Int
    let report: @Sendable (WebSocketSendError?) -> Void

    var size: Int {
        switch message {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }
}

/// The messages that wait to be sent, in order.
struct PendingMessages: Sendable {
    private var messages: [WebSocketReceipt] = []
    private var first = 0
    private(set) var size = 0

    mutating func append(_ message: WebSocketReceipt) {
        messages.append(message)
        size += message.size
    }

    mutating func popFirst() -> WebSocketReceipt? {
        guard first < messages.count else { return nil }
        let message = messages[first]
        size -= message.size
        first += 1
        if first == messages.count {
            messages.removeAll(keepingCapacity: true)
            first = 0
        } else if first > 64, first > messages.count / 2 {
            messages.removeFirst(first)
            first = 0
        }
        return message
    }

    /// Removes a message that does not have to be sent any more.
    mutating func remove(_ number: Int) {
        guard let index = messages[first...].firstIndex(where: { $0.number == number }) else { return }
        size -= messages.remove(at: index).size
    }

    mutating func removeAll() -> [WebSocketReceipt] {
        defer { self = PendingMessages() }
        return Array(messages[first...])
    }
}

extension WebSocketSession {
    /// The maximum size of the chunks that the transport receives.
    private static let chunkSize = 64 << 10

    /// The bytes to send, for one subscription of the transport.
    var output: Observable<[UInt8]> {
        .create { observer in
            self.lock.withLock { self.writer = observer }
            self.write()
            return .none
        }
    }

    /// Adds a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - report: A closure that receives the reason if the message cannot be sent, or `nil` when the transport has accepted
    ///     it.
    /// - Returns: A disposable that removes the message if it has not been sent.
    func send(
        _ message: WebSocketMessage, _ report: @escaping @Sendable (WebSocketSendError?) -> Void
    ) -> Disposable {
        let limit = options.maximumPendingSize
        let (number, failure) = lock.withLock { () -> (Int, WebSocketSendError?) in
            lastNumber += 1
            let receipt = WebSocketReceipt(message: message, number: lastNumber, report: report)
            if hasEnded || !connection.canSend { return (lastNumber, .closed) }
            if pending.size > 0, pending.size + receipt.size > limit {
                return (lastNumber, .tooManyPending(limit: limit))
            }
            pending.append(receipt)
            return (lastNumber, nil)
        }
        if let failure {
            report(failure)
            return .none
        }
        write()
        return Disposable { self.lock.withLock { self.pending.remove(number) } }
    }

    /// Begins the close handshake after the messages that wait to be sent.
    func close(_ code: WebSocketCloseCode, reason: String) throws(WebSocketSendError) {
        do {
            try lock.withLock { try connection.close(code, reason: reason) }
        } catch let error as WebSocketSendError {
            throw error
        } catch {}
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
        guard let writer = lock.withLock({ isWriterParked ? nil : self.writer }) else { return false }
        if writer.isPaused {
            lock.withLock { isWriterParked = true }
            let isParked = writer.whenResumed {
                self.lock.withLock { self.isWriterParked = false }
                self.write()
            }
            if !isParked { lock.withLock { isWriterParked = false } }
            return !isParked
        }
        let (bytes, receipt, failure) = lock.withLock { takeOutput() }
        if !bytes.isEmpty { writer.onNext(Array(bytes)) }
        receipt?.report(failure)
        if bytes.isEmpty, receipt == nil {
            if lock.withLock({ connection.isFinished && !connection.hasOutput }) { writer.onCompleted() }
            return false
        }
        return true
    }

    /// Returns the next bytes to write, with the receipt of a message that is complete or has failed.
    private func takeOutput() -> (ArraySlice<UInt8>, WebSocketReceipt?, WebSocketSendError?) {
        if rest.isEmpty, connection.hasOutput { rest = connection.takeOutput()[...] }
        if rest.isEmpty, let next = pending.popFirst() {
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
        return (bytes, rest.isEmpty ? current.take() : nil, nil)
    }
}
