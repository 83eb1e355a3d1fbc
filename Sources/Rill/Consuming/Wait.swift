internal import Dispatch

extension ObservableConvertible {
    /// Blocks the calling thread until the stream ends, for scripts and tests.
    ///
    ///     let tags = try client.tags().wait(timeout: .seconds(10))
    ///
    ///     result   3                 try Observable.of(1, 2, 3).wait(timeout: .seconds(1))
    ///
    /// ![A marble diagram of `wait`.](wait-timeout)
    ///
    /// On the main thread of a script, this method services the main queue while it waits, so that streams can deliver
    /// events there. It traps if it blocks the queue that delivers the events: the queue of a
    /// ``SerialDispatchQueueScheduler``, or the main queue when called from within work of the main queue or the main
    /// actor.
    ///
    /// When this method returns, the resources of the source have been released, unless their release takes longer than
    /// the rest of the timeout.
    ///
    /// - Parameter timeout: The maximum time to wait. Must be greater than zero. The subscription is disposed afterward.
    /// - Returns: The last element. To get all elements, apply `toArray()` first.
    /// - Throws: The stream's error, ``StreamError/Code/noElements`` if the stream completes without emitting an
    ///   element, or ``StreamError/Code/deadline`` after the timeout.
    @discardableResult
    public func wait(timeout: Duration, file: StaticString = #fileID, line: UInt = #line) throws -> Element {
        let waiter = Waiter<Element>()
        let outer = ThreadLocal.blockedQueues
        // Jobs on this thread's trampoline could not run until this method returns, so they must not be enqueued there.
        let trampoline = ThreadLocal.trampoline
        ThreadLocal.trampoline = nil
        defer { ThreadLocal.trampoline = trampoline }
        ThreadLocal.blockedQueues = waiter.blockedQueues
        let subscription = subscribe(isPaused: false, file: file, line: line, onRelease: waiter.wake) {
            waiter.receive($0)
        }
        ThreadLocal.blockedQueues = outer
        defer { subscription.dispose() }
        // The release of the resources can take longer than the result.
        guard waiter.wait(timeout) || waiter.hasEnded else { throw StreamError.deadline(after: timeout) }
        return try waiter.result()
    }
}

private final class Waiter<Element: Sendable>: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private let semaphore = DispatchSemaphore(value: 0)
    private let servicesMainQueue = MainQueue.isCurrentThread && MainQueue.canBeServiced
    private var last: Element?
    private var end: Event<Element>?

    func receive(_ event: Event<Element>) {
        lock.withLock {
            if case .next(let element) = event { last = element } else { end = event }
        }
    }

    /// Wakes the waiting thread when the subscription has ended and its resources have been released.
    func wake() {
        semaphore.signal()
        if servicesMainQueue { MainQueue.wake() }
    }

    /// Whether the terminal event has arrived.
    var hasEnded: Bool { lock.withLock { end != nil } }

    var blockedQueues: ThreadLocal.BlockedQueues {
        MainQueue.isCurrent && !servicesMainQueue ? .currentAndMain : .current
    }

    func wait(_ timeout: Duration) -> Bool {
        let deadline = ContinuousClock.now + min(timeout, .longest)
        guard servicesMainQueue else {
            return semaphore.wait(timeout: DispatchTime.now() + timeout.dispatchInterval)
                == DispatchTimeoutResult.success
        }
        while semaphore.wait(timeout: DispatchTime.now()) == DispatchTimeoutResult.timedOut {
            let left = deadline - .now
            if left <= .zero { return false }
            MainQueue.service(for: left)
        }
        return true
    }

    func result() throws -> Element {
        try lock.withLock {
            if let error = end?.error { throw error }
            guard let last else { throw StreamError.missingElement }
            return last
        }
    }
}
