internal import Dispatch

extension ObservableConvertible {
    /// Blocks the thread until the stream has ended, for scripts and tests.
    ///
    ///     let tags = try client.tags().wait(timeout: .seconds(10))
    ///
    /// Called from a script's main thread it serves the main queue meanwhile, so that streams that deliver there go on.
    /// Called on the queue that would deliver the events it traps, as it would wait for itself: on that of a
    /// ``SerialDispatchQueueScheduler``, and in the middle of work of the main queue or the main actor.
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
        let outer = ThreadLocal.waiting
        // Work that the trampoline of this thread would run later could not run before this returns.
        let trampoline = ThreadLocal.trampoline
        ThreadLocal.trampoline = nil
        defer { ThreadLocal.trampoline = trampoline }
        ThreadLocal.waiting = waiter.blocks
        let subscription = subscribe({ waiter.take($0) }, file: file, line: line)
        ThreadLocal.waiting = outer
        defer { subscription.dispose() }
        guard waiter.wait(timeout) else { throw StreamError.deadline(after: timeout) }
        return try waiter.result()
    }
}

private final class Waiter<Element: Sendable>: @unchecked Sendable {  // `last` and `end` are guarded by `lock`
    private let lock = Lock()
    private let semaphore = DispatchSemaphore(value: 0)
    private let servesMainQueue = MainQueue.isCurrentThread && MainQueue.canBeServed
    private var last: Element?
    private var end: Event<Element>?

    func take(_ event: Event<Element>) {
        lock.withLock {
            if case .next(let element) = event { last = element } else { end = event }
        }
        guard event.isTerminal else { return }
        semaphore.signal()
        if servesMainQueue { MainQueue.wake() }
    }

    var blocks: ThreadLocal.Waiting {
        MainQueue.isCurrent && !servesMainQueue ? .itsOwnAndTheMainQueue : .itsOwnQueue
    }

    func wait(_ timeout: Duration) -> Bool {
        let deadline = ContinuousClock.now + min(timeout, .seconds(Int64.max))
        guard servesMainQueue else {
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
