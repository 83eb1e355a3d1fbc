internal import Foundation
internal import Rill

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

/// The messages that wait to be sent, in order.
struct PendingMessages: Sendable {
    /// `nil` for messages that have been removed.
    private var messages: [WebSocketReceipt?] = []
    private var first = 0

    /// The number of the first element, including the messages that have been removed from the array.
    private var offset = 0
    private(set) var size = 0

    /// Appends a message, and returns its number.
    mutating func append(_ message: WebSocketReceipt) -> Int {
        messages.append(message)
        size += message.size
        return offset + messages.count - 1
    }

    mutating func popFirst() -> WebSocketReceipt? {
        while first < messages.count {
            first += 1
            guard let message = remove(offset + first - 1) else { continue }
            if first > 64, first > messages.count / 2 {
                messages.removeFirst(first)
                offset += first
                first = 0
            }
            return message
        }
        return nil
    }

    /// Removes a message unless it has already been removed.
    mutating func remove(_ number: Int) -> WebSocketReceipt? {
        guard number >= offset, let message = messages[number - offset].take() else { return nil }
        size -= message.size
        if size == 0 { clear() }
        return message
    }

    mutating func removeAll() -> [WebSocketReceipt] {
        defer { clear() }
        return messages.compactMap(\.self)
    }

    private mutating func clear() {
        offset += messages.count
        (messages, first, size) = ([], 0, 0)
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
            return [current.take()].compactMap(\.self) + pending.removeAll()
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
    func send(
        _ message: WebSocketMessage, _ report: @escaping @Sendable (WebSocketSendError?) -> Void
    ) -> Disposable {
        let limit = options.maximumPendingSize
        let receipt = WebSocketReceipt(message: message, report: report)
        let (number, failure) = lock.withLock { () -> (Int, WebSocketSendError?) in
            if hasStoppedWriting || !connection.canSend { return (0, .closed) }
            if pending.size > 0, pending.size + receipt.size > limit { return (0, .tooManyPending(limit: limit)) }
            return (pending.append(receipt), nil)
        }
        if let failure {
            report(failure)
            return .none
        }
        write()
        return Disposable { _ = self.lock.withLock { self.pending.remove(number) } }
    }

    /// Starts the close handshake after the message that is being written, unless it has been started.
    func close(_ code: WebSocketCloseCode, reason: String) throws(WebSocketSendError) {
        let begins: Bool
        do {
            begins = try lock.withLock {
                let begins = connection.canSend && !hasEnded
                try connection.close(code, reason: reason)
                if begins { closeCode = code }
                return begins
            }
        } catch let error as WebSocketSendError {
            throw error
        } catch {
            return
        }
        guard begins else { return }
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
        if current != nil, !bytes.isEmpty { hasWritten = true }
        return (bytes, rest.isEmpty ? current.take() : nil, nil)
    }
}
