/// The buffer between a subscription and an asynchronous sequence that consumes its elements.
final class ValueBuffer<Element: Sendable>: @unchecked Sendable {  // guarded by `lock`
    private typealias Reader = CheckedContinuation<Element?, any Error>

    private let source: Observable<Element>
    private let policy: BufferingPolicy
    private let scope: Scope
    private let lock = Lock()
    private var waiting = Fifo<Element>()
    private var end: Event<Element>?
    private var reader: Reader?
    private var hasStarted = false

    init(_ source: Observable<Element>, _ policy: BufferingPolicy, at site: OperatorCallSite) {
        self.source = source
        self.policy = policy
        scope = Scope(site.name, site.location)
    }

    func dispose() {
        scope.stop()
        finish(.error(CancellationError()))
    }

    func next() async throws -> Element? {
        let element = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { request($0) }
        } onCancel: {
            dispose()
        }
        // The thread sanitizer does not recognize that a continuation synchronizes two threads, but it recognizes a
        // lock.
        lock.withLock {}
        return element
    }

    private func request(_ reader: Reader) {
        lock.lock()
        if let element = waiting.popFirst() {
            lock.unlock()
            reader.resume(returning: element)
        } else if let end {
            lock.unlock()
            resume(reader, with: end)
        } else {
            precondition(self.reader == nil, "next() was called while another call to next() is pending")
            self.reader = reader
            let isFirst = !hasStarted
            hasStarted = true
            lock.unlock()
            if isFirst {
                source.start(Observer(scope) { self.receive($0) })
            } else {
                scope.open()
            }
        }
    }

    private func receive(_ event: Event<Element>) {
        guard case .next(let element) = event else {
            scope.stop()
            return finish(event)
        }
        lock.lock()
        // Paused with the lock held, which calls no external code, so that the pause cannot follow the resumption for
        // the next reader.
        scope.pause()
        if let reader = reader.take() {
            lock.unlock()
            reader.resume(returning: element)
        } else {
            let isFull = end == nil && waiting.count == policy.bufferSize
            let dropped = isFull && policy.onOverflow == .dropOldest ? waiting.popFirst() : nil
            if !isFull || dropped != nil { waiting.append(element) }
            lock.unlock()
            if isFull, policy.onOverflow == .fail { overflow() }
        }
    }

    private func overflow() {
        scope.stop()
        finish(.error(StreamError.bufferOverflow(of: "values", capacity: policy.bufferSize)))
    }

    /// Stores the first terminal event, which is delivered after the buffered elements.
    private func finish(_ event: Event<Element>) {
        lock.lock()
        if end == nil { end = event }
        let reader = reader.take()
        lock.unlock()
        if let reader { resume(reader, with: event) }
    }

    private func resume(_ reader: Reader, with end: Event<Element>) {
        if case .error(let error) = end {
            reader.resume(throwing: error)
        } else {
            reader.resume(returning: nil)
        }
    }
}
