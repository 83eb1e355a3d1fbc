/// Runs work by a clock of the standard library, or by one of the user's own, one piece after the other.
///
///     let scheduler = ClockScheduler(ContinuousClock())
///     let ticks = Observable.interval(.seconds(1), scheduler: scheduler)
///
/// The work runs in a task, on no actor. One task at a time serves the scheduler: it runs what is due, sleeps until the next
/// piece is, and is gone while nothing waits. No thread is blocked. Work keeps the scheduler alive until it has run or has
/// been taken back.
///
/// A clock that wakes it late delays what is due. Where the clock refuses to sleep, it is asked for the time each
/// millisecond instead.
public final class ClockScheduler<C: Clock>: Scheduler, CustomStringConvertible, @unchecked Sendable
where C.Duration == Duration {
    // What changes is guarded by `lock`.

    private enum Step {
        case run(DeadlineWork, (@Sendable () -> Void)?)
        case sleep(until: Duration)
    }

    private let clock: C
    private let start: C.Instant
    private let lock = Lock()
    private var queue = DeadlineQueue()

    /// The latest time that was ever told: whatever the clock does, time never goes back.
    private var latest: Duration = .zero

    /// The task that serves; nil while nothing waits.
    private var task: Task<Void, Never>?

    /// Tells the task that serves from those that have been overtaken and do not know it yet.
    private var number = 0

    /// Until when it sleeps; nil while it runs work.
    private var wakesAt: Duration?

    /// Makes a scheduler whose time begins now.
    ///
    /// - Parameter clock: Tells the time, and wakes whoever sleeps.
    public init(_ clock: C) {
        self.clock = clock
        start = clock.now
    }

    /// The type of the clock, as it stands in the way of an error: `ContinuousClock`.
    public var description: String { "\(C.self)" }

    /// The time since the scheduler was made.
    public var now: Duration {
        let time = start.duration(to: clock.now)
        return lock.withLock {
            latest = max(latest, time)
            return latest
        }
    }

    /// Runs work after what is due already.
    ///
    /// - Parameter work: Called once, unless it is disposed first.
    /// - Returns: A handle that takes the work back, and releases it, if it has not begun.
    @discardableResult
    public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        schedule(after: .zero, work)
    }

    /// Runs work when the clock's time has come.
    ///
    /// - Parameters:
    ///   - delay: How long to wait from now; zero or less means soon.
    ///   - work: Called once, unless it is disposed first.
    /// - Returns: A handle that takes the work back, and releases it, if it has not begun.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        let waiting = DeadlineWork(work)
        waiting.scope = Scope { [weak self, weak waiting] in
            if let self, let waiting { takeBack(waiting) }
        }
        let due = time(after: max(delay, .zero))
        let overtaken = lock.withLock {
            queue.insert(waiting, due: due)
            return serve(by: due)
        }
        overtaken?.cancel()
        return Disposable(waiting.scope)
    }

    // MARK: Under the lock

    /// Sees to it that a task will look at the queue at a time.
    ///
    /// - Returns: The task that sleeps too long for that, to be cancelled.
    private func serve(by due: Duration) -> Task<Void, Never>? {
        if task != nil {
            // One that runs work looks at the queue after each piece.
            guard let wakesAt, due < wakesAt else { return nil }
        }
        let overtaken = dismiss()
        let mine = number
        // Detached, as the work is not part of the task that happens to schedule the first piece.
        task = Task.detached { await self.serve(as: mine) }
        return overtaken
    }

    /// Forgets the task that serves.
    private func dismiss() -> Task<Void, Never>? {
        number += 1
        wakesAt = nil
        return task.take()
    }

    // MARK: The task that serves

    private func serve(as mine: Int) async {
        while let step = nextStep(as: mine) {
            switch step {
            case .run(let work, let body):
                if work.scope.stop() { body?() }
            case .sleep(let time):
                do {
                    try await clock.sleep(until: start.advanced(by: time), tolerance: nil)
                } catch {
                    // Overtaken, or the clock refuses.
                    if !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
                }
            }
        }
    }

    /// What to do next; nil for nothing, ever.
    private func nextStep(as mine: Int) -> Step? {
        let now = now
        return lock.withLock {
            guard mine == number else { return nil }
            guard let work = queue.first else {
                _ = dismiss()
                return nil
            }
            guard work.due <= now else {
                // Not for longer than a year, as clocks cannot count to the end of time.
                let time = min(work.due, now + .seconds(365 * 86_400))
                wakesAt = time
                return .sleep(until: time)
            }
            wakesAt = nil
            queue.remove(work)
            return .run(work, work.body.take())
        }
    }

    private func takeBack(_ work: DeadlineWork) {
        let (body, unneeded) = lock.withLock {
            queue.remove(work)
            return (work.body.take(), queue.isEmpty && wakesAt != nil ? dismiss() : nil)
        }
        unneeded?.cancel()
        // Released after the lock: what it holds may run code of the user's when it goes.
        withExtendedLifetime(body) {}
    }
}
