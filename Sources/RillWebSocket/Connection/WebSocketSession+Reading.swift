internal import Foundation
internal import Rill

extension WebSocketSession {
    /// Processes received bytes.
    ///
    /// - Returns: An observable that completes when more bytes are needed.
    func receive<Element>(_ bytes: [UInt8]) -> Observable<Element> {
        .create { observer in
            self.lock.withLock {
                self.connection.receive(bytes)
                self.hasReceived = true
                self.requestBytes = { observer.onCompleted() }
            }
            self.read()
            return .none
        }
    }

    /// Adds the reader of the messages.
    ///
    /// - Returns: Whether there was none.
    func attach(_ reader: Observer<WebSocketMessage>) -> Bool {
        let (isFirst, hasEnded) = lock.withLock {
            let isFirst = self.reader == nil
            if isFirst { self.reader = reader }
            return (isFirst, self.hasEnded)
        }
        guard isFirst else { return false }
        if hasEnded { reader.onCompleted() } else { read() }
        return true
    }

    func detachReader() {
        lock.withLock {
            reader = nil
            isReaderParked = false
        }
    }

    /// Delivers the received messages while the reader accepts them, and then requests more bytes.
    func read() {
        guard lock.withLock({ reading.take() }) else { return }
        repeat {
            while readNext() {}
        } while lock.withLock { reading.shouldRepeat() }
    }

    /// Delivers the next message, and returns whether there can be more.
    private func readNext() -> Bool {
        // Without a reader, only the end of a connection that is being closed is read.
        let (reader, canRead) = lock.withLock {
            (self.reader, !isReaderParked && (self.reader != nil || !connection.canSend))
        }
        guard canRead else { return false }
        if let reader, reader.isPaused {
            lock.withLock { isReaderParked = true }
            let isParked = reader.whenResumed {
                self.lock.withLock { self.isReaderParked = false }
                self.read()
            }
            if !isParked { lock.withLock { isReaderParked = false } }
            return !isParked
        }
        do {
            let event = try lock.withLock { try connection.nextEvent() }
            write()
            switch event {
            case .message(let message): reader?.onNext(message)
            case .close(let frame):
                lock.withLock { peerClose = frame }
                scheduleClosing()
            case .ping, .pong: break
            case nil:
                lock.withLock { requestBytes.take() }?()
                return false
            }
        } catch {
            write()
            scheduleClosing()
        }
        return true
    }
}
