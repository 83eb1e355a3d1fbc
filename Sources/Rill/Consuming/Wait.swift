internal import Dispatch

extension Observable {
    /// Blocks the thread until the stream has ended, for scripts and tests.
    ///
    ///     let tags = try client.tags().wait(timeout: .seconds(10))
    ///
    /// Called on the main thread it serves the main queue meanwhile, so that streams that deliver there go on. Called on
    /// the queue of a ``SerialDispatchQueueScheduler`` that would deliver the events, it traps: it would wait for itself.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait, more than zero; the subscription is disposed then.
    ///   - file: Where the subscription is made, for traces.
    ///   - line: The line there.
    /// - Returns: The last value. For all of them, put `toArray()` in front.
    /// - Throws: The stream's error; ``StreamError/Code/noElements`` if it completes without a value;
    ///   ``StreamError/Code/deadline`` if it takes too long.
    @discardableResult
    public func wait(timeout: Duration, file: StaticString = #fileID, line: UInt = #line) throws -> Element {
        let waiter = Waiter<Element>()
        let wasWaiting = ThreadLocal.isWaiting
        ThreadLocal.isWaiting = true
        let subscription = subscribe { waiter.take($0) }
        ThreadLocal.isWaiting = wasWaiting
        defer { subscription.dispose() }
        guard waiter.wait(timeout) else { throw StreamError.deadline(after: timeout) }
        return try waiter.result()
    }
}

private final class Waiter<Element: Sendable>: @unchecked Sendable {  // `last` and `end` are guarded by `lock`
    private let lock = Lock()
    private let semaphore = DispatchSemaphore(value: 0)
    private let isOnMainThread = MainQueue.isCurrent
    private var last: Element?
    private var end: Event<Element>?

    func take(_ event: Event<Element>) {
        lock.withLock {
            if case .next(let element) = event { last = element } else { end = event }
        }
        guard event.isTerminal else { return }
        semaphore.signal()
        if isOnMainThread { MainQueue.wake() }
    }

    func wait(_ timeout: Duration) -> Bool {
        let deadline = ContinuousClock.now + timeout
        guard isOnMainThread else {
            return semaphore.wait(timeout: DispatchTime.now() + timeout.dispatchInterval)
                == DispatchTimeoutResult.success
        }
        while semaphore.wait(timeout: DispatchTime.now()) == DispatchTimeoutResult.timedOut {
            let left = deadline - .now
            if left <= .zero { return false }
            MainQueue.serve(for: left)
        }
        return true
    }

    func result() throws -> Element {
        let (last, end) = lock.withLock { (self.last, self.end) }
        if let error = end?.error { throw error }
        guard let last else { throw StreamError.noElements }
        return last
    }
}
