internal import Foundation
internal import Rill

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
    internal import RillHTTP
#endif

extension URLSessionExchange {
    // MARK: From URLSession

    /// The head of the answer, or one that announces it.
    func take(_ response: HTTPURLResponse) {
        let fresh: HTTPResponse
        do {
            fresh = try HTTPResponse(response)
        } catch {
            return fail(error)
        }
        let now = options.scheduler.now
        if let error = lock.withLock({ headSize.add(fresh, options) }) { return fail(error) }
        let drains = lock.withLock {
            guard !retries.isDue, head == nil else { return false }
            guard fresh.isFinal else {
                clock.phase = .connecting(since: now)
                return false
            }
            head = fresh
            clock.phase = .receiving(since: now)
            return inbox.put(.head(fresh))
        }
        watchTime()
        if drains { drain() }
    }

    /// A piece of the body.
    func take(_ data: Data) {
        guard !data.isEmpty else { return }
        let now = options.scheduler.now
        let (drains, error) = lock.withLock { () -> (Bool, TransportError?) in
            guard !retries.isDue, let head else { return (false, nil) }
            received += data.count
            clock.phase = .receiving(since: now)
            let drains = inbox.put(.chunk([UInt8](data)))
            balance()
            return (drains, flaw(of: head))
        }
        if let error { fail(error) }
        if drains { drain() }
    }

    private func flaw(of head: HTTPResponse) -> TransportError? {
        if head.isEncoded, received > options.maximumDecompressedSize {
            let text = "the decompressed body has more than \(options.maximumDecompressedSize) bytes"
            return TransportError(.tooLarge, text)
        }
        guard inbox.waitingBytes > Self.bufferLimit else { return nil }
        let text =
            "\(Self.bufferLimit) bytes wait for the reader, and URLSession cannot hold the server back; "
            + "CurlTransport can, on Linux"
        return TransportError(.tooLarge, text)
    }

    /// Bytes of the body have been sent.
    func takeSent(_ count: Int) {
        let now = options.scheduler.now
        let sent = lock.withLock { () -> Int in
            if head == nil { clock.phase = .sending(since: now) }
            self.sent += count
            return self.sent
        }
        watchTime()
        call.body?.report?(TransferProgress(completed: sent, total: call.count))
    }

    /// URLSession begins anew, on another connection.
    func restartSent() {
        lock.withLock { sent = 0 }
    }

    /// A stream of the body from its beginning, for a connection that takes the place of one that was closed.
    ///
    /// A body in memory URLSession does not rewind on Linux: it would announce it, send nothing, and wait for an answer. So
    /// the task is given up, and another one takes its place.
    func makeNewStream() -> InputStream? {
        guard let payload = material else { return nil }
        guard call.isIdempotent else {
            fail(Self.closedWithoutResponse)
            return nil
        }
        if let stream = payload.makeStream() {
            onRepeat(Self.closedWithoutResponse)
            return stream
        }
        let (isGoing, engine, task) = lock.withLock { (retries.note(.rewind), self.engine, self.task) }
        if isGoing {
            engine?.core.giveUp(self, task)
        } else {
            fail(TransportError(.closedEarly, "the server has closed one connection after another"))
        }
        return nil
    }

    /// The task is over; returns whether another one is wanted in its place.
    func taskEnded(_ task: URLSessionTask, _ error: (any Error)?) -> Bool {
        let (retries, facts) = lock.withLock {
            let retries = shouldRetry(after: error)
            let facts = URLSessionFacts(received: received, expected: head?.announcedCount, hasHead: head != nil)
            self.task = nil
            isQueued = retries
            return (retries, facts)
        }
        guard !retries else {
            let failure = error.map { TransportError($0, facts) } ?? Self.closedWithoutResponse
            // A task that was given up for another one has an error that says no more than that.
            onRepeat(failure.code == .cancelled ? Self.closedWithoutResponse : failure)
            return true
        }
        if let error {
            finish(TransportError(error, facts))
        } else {
            complete(task, facts)
        }
        return false
    }

    private static let closedWithoutResponse = TransportError(
        .closedEarly, "the server closed a connection that was used before, without a response")

    private func shouldRetry(after error: (any Error)?) -> Bool {
        guard !inbox.hasEnded, head == nil else { return false }
        if retries.isDue {
            retries.isDue = false
            return true
        }
        // libcurl itself begins anew where it learns while reading that the connection had been closed, but not where it
        // learns of it while sending. The server may have acted on what it has received.
        guard call.isIdempotent, let error, TransportError(error, URLSessionFacts()).code == .sendFailed else {
            return false
        }
        defer { retries.isDue = false }
        return retries.note(.send)
    }

    private func complete(_ task: URLSessionTask, _ facts: URLSessionFacts) {
        if facts.hasHead { return finish(nil) }
        // On Linux the head of a redirection that leads nowhere is not told, and its body is lost.
        if let response = task.response as? HTTPURLResponse, let head = try? HTTPResponse(response), head.isFinal {
            if call.isAnsweredWithoutBody || head.announcedCount == 0 {
                take(response)
                return finish(nil)
            }
            let text =
                "it is a redirection (\(head.status.code)) whose Location names no address, and URLSession has lost "
                + "its body; CurlTransport delivers it"
            return finish(TransportError(.malformedResponse, text))
        }
        finish(TransportError(.malformedResponse, "URLSession has told no head"))
    }
}
