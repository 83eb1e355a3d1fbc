internal import Dispatch

/// The shared implementation of the Dispatch schedulers: a queue, and one Dispatch timer for all delayed work.
///
/// Delayed work is stored in a heap. When work is scheduled that is due earlier than all other work, the timer is armed
/// for its due time. The timer is not rearmed when work is canceled: if it fires and no work is due, it is armed for
/// the next due time. Pending work keeps the scheduler alive until the work has run or has been canceled.
final class DispatchQueueScheduler: Scheduler, @unchecked Sendable {
    // Mutable state is guarded by `lock`.

    /// The schedulers of the global queues, so that all their users share one timer per queue.
    static let global = Dictionary(
        uniqueKeysWithValues: [
            .background, .utility, .default, .userInitiated, .userInteractive, .unspecified,
        ].map { (qos: DispatchQoS.QoSClass) in (qos, DispatchQueueScheduler(queue: .global(qos: qos))) })

    let queue: DispatchQueue
    private let lock = Lock()
    private var waiting = DeadlineQueue()

    /// Created when work is first scheduled with a delay.
    private var timer: (any DispatchSourceTimer)?

    /// The time at which the timer fires, or `nil` if it is not armed.
    private var firesAt: Duration?

    init(queue: DispatchQueue) {
        self.queue = queue
    }

    deinit {
        timer?.cancel()
    }

    var now: Duration {
        .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds))
    }

    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        let scope = Scope()
        queue.async(execute: scope.cancelable(work))
        return Disposable(scope)
    }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        guard delay > .zero else { return schedule(work) }
        let delayed = DeadlineWork(work)
        let scope = Scope { self.cancel(delayed) }
        delayed.scope = scope
        let now = now
        let due = now.adding(delay)
        lock.withLock {
            waiting.insert(delayed, due: due)
            if due < firesAt ?? .longest { armTimer(for: due, now: now) }
        }
        return Disposable(scope)
    }

    private func cancel(_ work: DeadlineWork) {
        _ = lock.withLock { waiting.cancel(work) }
    }

    /// Arms the timer.
    ///
    /// The caller must hold the lock.
    private func armTimer(for due: Duration, now: Duration) {
        firesAt = due
        let timer = timer ?? makeTimer()
        timer.schedule(deadline: .now() + (due - now).dispatchInterval, leeway: .nanoseconds(0))
    }

    private func makeTimer() -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in self?.enqueueDueWork() }
        timer.activate()
        self.timer = timer
        return timer
    }

    /// Enqueues the due work instead of running it, because the timer cannot fire again until this method returns.
    private func enqueueDueWork() {
        let now = now
        let due = lock.withLock {
            firesAt = nil
            var due: [DeadlineWork] = []
            while let work = waiting.popFirst(dueAt: now) { due.append(work) }
            if let next = waiting.nextDue() { armTimer(for: next, now: now) }
            return due
        }
        for work in due {
            queue.async { self.run(work) }
        }
    }

    private func run(_ work: DeadlineWork) {
        let body = lock.withLock { work.body.take() }
        if work.scope?.stop() == true { body?() }
    }
}

extension Duration {
    /// The equivalent Dispatch interval, rounded up to whole nanoseconds, or `.never` for durations of about 292 years
    /// or more.
    ///
    /// Where `Int` has 32 bits, intervals longer than 2 seconds are rounded up to milliseconds and limited to 24 days.
    var dispatchInterval: DispatchTimeInterval {
        guard self < .seconds(Int64.max) / 1_000_000_000 else { return .never }
        let (seconds, attoseconds) = max(self, .zero).components
        let nanoseconds = seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
        return Int(exactly: nanoseconds).map { .nanoseconds($0) }
            ?? .milliseconds(Int(clamping: nanoseconds / 1_000_000 + 1))
    }
}
