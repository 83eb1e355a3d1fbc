/// The buffer between a subscription and an asynchronous sequence that consumes its elements.
@usableFromInline
final class ValueBuffer<Element: Sendable>: @unchecked Sendable {  // guarded by `lock`
    @usableFromInline
    enum Reader {
        case none

        /// `next()` is subscribing to or resuming the source, which may emit synchronously.
        case polling

        /// The element that was emitted while polling.
        case received(Element)

        /// `next()` waits for an event.
        ///
        /// The continuation is resumed once, by the caller that replaces this state. Without the checks, `for await`
        /// takes about 0.75 of the time.
        case suspended(UnsafeContinuation<Element?, any Error>)
    }

    @usableFromInline let source: Observable<Element>
    @usableFromInline let policy: BufferingPolicy
    @usableFromInline let scope: Scope
    @usableFromInline let lock = Lock()
    @usableFromInline @exclusivity(unchecked) var waiting = Fifo<Element>()
    @usableFromInline @exclusivity(unchecked) var end: Event<Element>?
    @usableFromInline @exclusivity(unchecked) var reader = Reader.none
    @usableFromInline @exclusivity(unchecked) var hasStarted = false

    @inlinable
    init(_ source: Observable<Element>, _ policy: BufferingPolicy, at site: OperatorCallSite) {
        self.source = source
        self.policy = policy
        scope = Scope(site.name, site.location)
        listBuffer()
    }

    @usableFromInline
    func listBuffer() { list() }

    deinit {
        unlist()
    }

    @inlinable
    func dispose() {
        scope.stop()
        finish(.error(CancellationError()))
        // Release the elements outside the lock.
        _ = lock.withLock {
            defer { waiting = Fifo() }
            // A loop that ends without an error has received all elements.
            if !waiting.isEmpty, end?.error == nil { end = .error(CancellationError()) }
            return waiting
        }
    }

    @inlinable
    func next() async throws -> Element? {
        try await withTaskCancellationHandler {
            // Cancellation must also reach a source that works synchronously.
            if let element = poll() { return element }
            let element = try await withUnsafeThrowingContinuation { request($0) }
            // The thread sanitizer does not recognize that a continuation synchronizes two threads, but it recognizes a
            // lock.
            lock.withLock {}
            return element
        } onCancel: {
            dispose()
        }
    }

    /// Returns the next element if it is buffered, or if the source emits it synchronously when it is resumed.
    @inlinable
    func poll() -> Element? {
        lock.lock()
        if let element = waiting.popFirst() {
            lock.unlock()
            return element
        }
        guard end == nil else {
            lock.unlock()
            return nil
        }
        guard case .none = reader else {
            preconditionFailure("next() was called while another call to next() is pending")
        }
        reader = .polling
        let isFirst = !hasStarted
        hasStarted = true
        lock.unlock()
        if isFirst {
            source.attachRoot(Observer(scope) { self.receive($0) })
        } else {
            scope.open()
        }
        return lock.withLock {
            guard case .received(let element) = reader else { return nil }
            reader = .none
            return element
        }
    }

    /// Resumes a continuation with the next element when it arrives.
    @inlinable
    func request(_ continuation: UnsafeContinuation<Element?, any Error>) {
        lock.lock()
        if case .received(let element) = reader {
            reader = .none
            lock.unlock()
            continuation.resume(returning: element)
        } else if let element = waiting.popFirst() {
            lock.unlock()
            continuation.resume(returning: element)
        } else if let end = takeEnd() {
            lock.unlock()
            resume(continuation, with: end)
        } else {
            reader = .suspended(continuation)
            lock.unlock()
        }
    }

    @inlinable
    func receive(_ event: Event<Element>) {
        guard case .next(let element) = event else {
            scope.stop()
            return finish(event)
        }
        lock.lock()
        // Pausing calls no external code, so it is safe with the lock held. The lock prevents this pause from following
        // the resumption by the next reader.
        scope.pause()
        switch reader {
        case .suspended(let continuation):
            reader = .none
            lock.unlock()
            continuation.resume(returning: element)
        case .polling:
            reader = .received(element)
            lock.unlock()
        case .none, .received:
            let isFull = end == nil && waiting.count == policy.bufferSize
            let dropped = isFull && policy.onOverflow == .dropOldest ? waiting.popFirst() : nil
            if !isFull || dropped != nil { waiting.append(element) }
            lock.unlock()
            if isFull, policy.onOverflow == .fail { overflow() }
        }
    }

    @usableFromInline
    func overflow() {
        scope.stop()
        finish(.error(StreamError.bufferOverflow(of: "values", capacity: policy.bufferSize)))
    }

    /// Stores the first terminal event, which is delivered after the buffered elements.
    @inlinable
    func finish(_ event: Event<Element>) {
        lock.lock()
        if end == nil { end = event }
        guard case .suspended(let continuation) = reader, let end = takeEnd() else { return lock.unlock() }
        reader = .none
        lock.unlock()
        resume(continuation, with: end)
    }

    /// Returns the terminal event, after which the iteration has ended.
    ///
    /// Must be called with the lock held.
    @usableFromInline
    func takeEnd() -> Event<Element>? {
        defer { if end != nil { end = .completed } }
        return end
    }

    @inlinable
    func resume(_ continuation: UnsafeContinuation<Element?, any Error>, with end: Event<Element>) {
        if case .error(let error) = end {
            continuation.resume(throwing: error)
        } else {
            continuation.resume(returning: nil)
        }
    }
}

extension ValueBuffer: ListedBuffer {
    var pausedScope: Scope { scope }

    var bufferedCount: Int { lock.withLock { waiting.count } }
}
