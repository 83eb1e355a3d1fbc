internal import Foundation
internal import RillHTTPTypes

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

extension URLSessionExchange {
    // MARK: From URLSession

    /// Processes a final or informational response head.
    func receive(_ response: HTTPURLResponse) {
        var newHead: HTTPResponse
        do {
            newHead = try HTTPResponse(response)
        } catch {
            return fail(error)
        }
        newHead.decodingLimit = nil  // URLSession decodes bodies itself, which cannot be disabled
        let now = options.scheduler.now
        if let error = lock.withLock({ headSize.add(newHead, options) }) { return fail(error) }
        let drains = lock.withLock {
            guard !isRetryDue, head == nil else { return false }
            guard newHead.isFinal else {
                clock.phase = .connecting(since: now)
                return false
            }
            head = newHead
            clock.phase = .receiving(since: now)
            return inbox.enqueue(.event(.head(newHead)))
        }
        watchTime()
        if drains { drain() }
    }

    /// Processes a chunk of the response body.
    func receive(_ data: Data) {
        guard !data.isEmpty else { return }
        let now = options.scheduler.now
        let (drains, error) = lock.withLock { () -> (Bool, TransportError?) in
            guard !isRetryDue, let head else { return (false, nil) }
            received += data.count
            clock.phase = .receiving(since: now)
            let drains = inbox.enqueue(.event(.chunk([UInt8](data))))
            updateTaskSuspension()
            return (drains, limitError(for: head))
        }
        if let error { fail(error) }
        if drains { drain() }
    }

    private func limitError(for head: HTTPResponse) -> TransportError? {
        if head.hasContentCoding, received > options.maximumDecompressedSize {
            let text = "the decompressed body exceeds \(options.maximumDecompressedSize) bytes"
            return TransportError(.tooLarge, text)
        }
        guard inbox.bufferedBytes > Self.bufferLimit else { return nil }
        let text =
            "the subscriber is too slow, and URLSession has no back-pressure on this platform: "
            + "\(Self.bufferLimit) bytes buffered. Use CurlTransport on Linux"
        return TransportError(.tooLarge, text)
    }

    /// Updates the upload progress.
    func didSend(_ count: Int) {
        let now = options.scheduler.now
        let sent = lock.withLock { () -> Int in
            if head == nil { clock.phase = .sending(since: now) }
            self.sent += count
            return self.sent
        }
        watchTime()
        if call.body?.report != nil { enqueue(.progress(TransferProgress(completed: sent, total: call.count))) }
    }

    /// Resets the upload progress when URLSession sends the request again on another connection.
    func resetProgress() {
        lock.withLock { sent = 0 }
    }

    /// Returns a new stream of the body for a connection that replaces a closed one.
    ///
    /// On Linux, URLSession does not rewind a body in memory: it would send the `Content-Length` without the body and
    /// wait for a response. The task is therefore canceled and replaced by a new one.
    func makeNewStream() -> InputStream? {
        guard let payload = activePayload else { return nil }
        guard call.isIdempotent else {
            fail(Self.closedWithoutResponse)
            return nil
        }
        if let stream = payload.makeStream() {
            enqueue(.resend(Self.closedWithoutResponse))
            return stream
        }
        let (canRetry, engine, task) = lock.withLock {
            rewinds += 1
            // libcurl has discarded one closed connection, but several pooled connections may have been closed.
            isRetryDue = rewinds <= 8
            return (isRetryDue, self.engine, self.task)
        }
        if canRetry {
            engine?.core.cancel(self, task)
        } else {
            fail(TransportError(.closedEarly, "the server repeatedly closed the connection"))
        }
        return nil
    }

    /// Processes the end of a task.
    ///
    /// Returns whether a new task should replace it.
    func taskEnded(_ task: URLSessionTask, _ error: (any Error)?) -> Bool {
        let (retries, context) = lock.withLock {
            let retries = shouldRetry(after: error)
            let context = URLSessionFailureContext(
                received: received, expected: head?.declaredLength, hasHead: head != nil)
            self.task = nil
            isQueued = retries
            return (retries, context)
        }
        guard !retries else {
            let failure = error.map { TransportError($0, context) } ?? Self.closedWithoutResponse
            // If the task was canceled in order to replace it, its error does not contain the cause.
            enqueue(.resend(failure.code == .cancelled ? Self.closedWithoutResponse : failure))
            return true
        }
        if let error {
            finish(TransportError(error, context))
        } else {
            complete(task, context)
        }
        return false
    }

    private static let closedWithoutResponse = TransportError(
        .closedEarly, "the server closed a reused connection without a response")

    private func shouldRetry(after error: (any Error)?) -> Bool {
        guard !inbox.hasEnded, head == nil else { return false }
        if isRetryDue {
            isRetryDue = false
            return true
        }
        // libcurl retries by itself if it detects the closed connection while receiving, but not while sending. The
        // server may already have processed the request.
        guard call.isIdempotent, !wasResent, let error,
            TransportError(error, URLSessionFailureContext()).code == .sendFailed
        else { return false }
        wasResent = true
        return true
    }

    private func complete(_ task: URLSessionTask, _ context: URLSessionFailureContext) {
        if context.hasHead { return finish(nil) }
        // On Linux, URLSession does not report the head of a redirect without a valid Location, and drops its body.
        if let response = task.response as? HTTPURLResponse, let head = try? HTTPResponse(response), head.isFinal {
            if call.hasNoResponseBody || head.declaredLength == 0 {
                receive(response)
                return finish(nil)
            }
            let text =
                "URLSession dropped the body of a redirect (\(head.status.code)) without a valid Location. "
                + "Use CurlTransport"
            return finish(TransportError(.malformedResponse, text))
        }
        finish(TransportError(.malformedResponse, "URLSession reported no response head"))
    }
}
