/// A scheduler that runs work serially and uses a clock for its time.
///
///     let scheduler = ClockScheduler(ContinuousClock())
///     let ticks = Observable.interval(.seconds(1), scheduler: scheduler)
///
/// Work runs in a task that is not isolated to an actor. While work is pending, a single worker task runs all due work
/// and then sleeps until the next due time; no thread is blocked. Pending work keeps the scheduler alive until the work
/// has run or has been canceled.
///
/// If the clock wakes the worker late, due work is delayed. If the clock's `sleep` method fails, the scheduler polls
/// the clock every millisecond instead.
public final class ClockScheduler<C: Clock>: Scheduler, CustomStringConvertible, @unchecked Sendable
where C.Duration == Duration {
    // Mutable state is guarded by `lock`.

    private enum Step {
        case run(DeadlineWork, (@Sendable () -> Void)?)
        case sleep(until: Duration)
    }

    private let clock: C
    private let start: C.Instant
    private let lock = Lock()
    private var queue = DeadlineQueue()

    /// The latest time returned by `now`, which keeps time monotonic even if the clock goes backward.
    private var latest: Duration = .zero

    /// The worker task, or `nil` while no work is pending.
    private var worker: Task<Void, Never>?

    /// A number that identifies the current worker, so that a superseded worker can detect that it must stop.
    private var generation = 0

    /// The time until which the worker sleeps, or `nil` while it runs work.
    private var wakesAt: Duration?

    /// Creates a scheduler whose time starts at zero.
    ///
    /// - Parameter clock: The clock that measures time and wakes the scheduler.
    public init(_ clock: C) {
        self.clock = clock
        start = clock.now
    }

    /// The type of the clock, which identifies the scheduler in error traces, such as `ContinuousClock`.
    public var description: String { "\(C.self)" }

    /// The time since the scheduler was created.
    public var now: Duration {
        let time = start.duration(to: clock.now)
        return lock.withLock {
            latest = max(latest, time)
            return latest
        }
    }

    /// Runs work after all work that is already due.
    ///
    /// - Parameter work: The work to run. Runs once, unless it is canceled first.
    /// - Returns: A disposable that cancels and releases the work if it has not started.
    @discardableResult
    public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        schedule(after: .zero, work)
    }

    /// Runs work after a delay.
    ///
    /// - Parameters:
    ///   - delay: The delay from now. A delay of zero or less runs the work as soon as possible.
    ///   - work: The work to run. Runs once, unless it is canceled first.
    /// - Returns: A disposable that cancels and releases the work if it has not started.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        let waiting = DeadlineWork(work)
        let scope = Scope { self.cancel(waiting) }
        waiting.scope = scope
        let due = time(after: max(delay, .zero))
        let superseded = lock.withLock {
            queue.insert(waiting, due: due)
            return ensureWorker(wakesBy: due)
        }
        superseded?.cancel()
        return Disposable(scope)
    }

    // MARK: Called with the lock held

    /// Ensures that a worker checks the queue at the given time.
    ///
    /// - Returns: The superseded worker, which the caller must cancel because it would sleep too long.
    private func ensureWorker(wakesBy due: Duration) -> Task<Void, Never>? {
        if worker != nil {
            // A worker that is running work checks the queue after each item.
            guard let wakesAt, due < wakesAt else { return nil }
        }
        let superseded = removeWorker()
        let mine = generation
        // Detached, because the work does not belong to the task that happened to schedule it.
        worker = Task.detached { await self.runWorker(generation: mine) }
        return superseded
    }

    /// Removes the current worker.
    private func removeWorker() -> Task<Void, Never>? {
        generation += 1
        wakesAt = nil
        return worker.take()
    }

    // MARK: The worker

    private func runWorker(generation mine: Int) async {
        while let step = nextStep(generation: mine) {
            switch step {
            case .run(let work, let body):
                if work.scope?.stop() == true { body?() }
            case .sleep(let time):
                do {
                    try await clock.sleep(until: start.advanced(by: time), tolerance: nil)
                } catch {
                    // Either the worker was superseded or the clock failed.
                    if !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
                }
            }
        }
    }

    /// Returns the worker's next step, or `nil` if it must end.
    private func nextStep(generation mine: Int) -> Step? {
        let now = now
        return lock.withLock {
            guard mine == generation else { return nil }
            wakesAt = nil
            if let work = queue.popFirst(dueAt: now) { return .run(work, work.body.take()) }
            guard let due = queue.nextDue() else {
                _ = removeWorker()
                return nil
            }
            // Sleeps for at most a year, because clocks cannot represent arbitrarily late deadlines.
            let time = min(due, now + .seconds(365 * 86_400))
            wakesAt = time
            return .sleep(until: time)
        }
    }

    private func cancel(_ work: DeadlineWork) {
        // The closure of the work is released outside the lock.
        let (_, idle) = lock.withLock {
            (queue.cancel(work), queue.isEmpty && wakesAt != nil ? removeWorker() : nil)
        }
        idle?.cancel()
    }
}
