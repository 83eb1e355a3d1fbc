internal import Foundation
internal import Rill

extension WebSocketSession {
    /// Whether the peer has neither closed the connection nor violated the protocol.
    var canReceive: Bool { lock.withLock { connection.canReceive } }

    /// Processes received bytes.
    ///
    /// - Returns: An observable that completes when more bytes are needed.
    func receive<Element>(_ bytes: [UInt8]) -> Observable<Element> {
        .create { observer in
            let hasEnded = self.lock.withLock {
                self.connection.receive(bytes)
                self.hasReceived = true
                if !self.hasEnded { self.requestBytes = { observer.onCompleted() } }
                return self.hasEnded
            }
            if !hasEnded { self.read() }
            return .none
        }
    }

    /// Adds the reader of the messages, which completes immediately if the connection has ended.
    ///
    /// - Returns: A disposable that removes the reader, or `nil` if there is another one.
    func attach(_ observer: Observer<WebSocketMessage>) -> Disposable? {
        let reader = PausableObserver(observer)
        let (isBusy, hasEnded) = lock.withLock {
            // A reader that ends is removed after it has received its terminal event.
            let isBusy = self.reader?.observer.isDisposed == false
            if !isBusy, !self.hasEnded { self.reader = reader }
            return (isBusy, self.hasEnded)
        }
        guard !isBusy else { return nil }
        if hasEnded { observer.onCompleted() } else { read() }
        return Disposable { self.detach(reader) }
    }

    private func detach(_ reader: PausableObserver<WebSocketMessage>) {
        let isClosing = lock.withLock {
            if self.reader === reader { self.reader = nil }
            return self.reader == nil && !hasEnded && !connection.canSend
        }
        // The end can run closures, which do not belong to the thread that disposes.
        if isClosing { _ = scheduler.schedule { self.read() } }
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
        let (reader, canSend, canReceive) = lock.withLock { (self.reader, connection.canSend, connection.canReceive) }
        // Messages wait for the reader. Without one, only the end of a connection that is being closed is read.
        if canReceive {
            guard reader?.isReady({ self.read() }) ?? !canSend else { return false }
        }
        do {
            let event = try lock.withLock { try connection.nextEvent() }
            write()
            switch event {
            case .message(let message): reader?.observer.onNext(message)
            case .close: scheduleClosing()
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
