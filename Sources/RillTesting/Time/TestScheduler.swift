public import Rill

/// A scheduler whose time stands still until the test moves it.
///
/// Work runs on the thread that calls ``advance(by:)``, ``advance(to:)``, ``advance(toTick:)`` or ``run(limit:)``, never
/// by itself: ordered by time, and at equal times in the order in which it was scheduled. Work that is scheduled by other
/// work for a time that the same advance reaches still runs in it.
///
///     let scheduler = TestScheduler()
///     let pings = Observable.interval(.seconds(3_600), scheduler: scheduler)
///     let subscription = pings.subscribe(onNext: { print($0) })
///     scheduler.advance(by: .seconds(10_800))     // prints 0, 1, 2, and takes no time
///
/// Work can be scheduled and taken back from any thread; one thread at a time moves the time. Nothing is called under a
/// lock, so that work may schedule, take back, and even advance further.
public final class TestScheduler: Scheduler, @unchecked Sendable {  // `clock` and `queue` are guarded by `lock`
    /// The length of a tick, which is one character of a marble diagram: one second unless it was given otherwise.
    public let tick: Duration

    private let lock = Lock()
    private var clock: Duration = .zero
    private var queue = WorkQueue()

    /// Makes a scheduler at time zero with nothing to do.
    ///
    /// - Parameter tick: The length of one character of a marble diagram, more than zero.
    public init(tick: Duration = .seconds(1)) {
        guard tick > .zero else { fatalError("TestScheduler: a tick has to be longer than zero, got \(tick)") }
        self.tick = tick
        SubscriptionWatch.current?.log?.add(self)
    }

    /// The virtual time that has passed since the scheduler was made.
    public var now: Duration { lock.withLock { clock } }

    /// The same time in ticks.
    public var time: TestTime { TestTime(now, tick: tick) }

    /// How many pieces of work wait, without those that have been disposed.
    public var pendingCount: Int { lock.withLock { queue.count } }

    /// Runs work when time is next moved, even if by zero, after what is due at the current time already.
    ///
    /// - Parameter work: Called once, unless it is disposed first.
    /// - Returns: A handle that takes the work back, and releases it, if it has not begun.
    @discardableResult
    public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        schedule(after: .zero, work)
    }

    /// Runs work when the virtual time has come.
    ///
    /// - Parameters:
    ///   - delay: How long from the current virtual time; zero or less means when time is next moved.
    ///   - work: Called once, unless it is disposed first.
    /// - Returns: A handle that takes the work back, and releases it, if it has not begun.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        schedule(after: delay, prepare(.work, work))
    }

    /// Runs what a drawn source sends: it is no work that a test could leave open.
    func scheduleMarble(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        schedule(after: delay, prepare(.marble, work))
    }

    private func schedule(after delay: Duration, _ work: ScheduledWork) -> Disposable {
        lock.withLock { queue.insert(work, due: clock.adding(max(delay, .zero))) }
        return work.handle
    }

    /// Runs the kit's own work at the beginning of a tick, before all else that is due then.
    func scheduleEdge(atTick target: Int, _ work: @escaping @Sendable () -> Void) {
        let scheduled = prepare(.edge, work)
        lock.withLock { queue.insert(scheduled, due: max(tick * target, clock)) }
    }

    private func prepare(_ kind: ScheduledWork.Kind, _ body: @escaping @Sendable () -> Void) -> ScheduledWork {
        let work = ScheduledWork(kind, body)
        work.handle = Disposable { [weak self, weak work] in
            if let self, let work { takeBack(work) }
        }
        return work
    }

    private func takeBack(_ work: ScheduledWork) {
        // The body is released after the lock: what it holds may run code of the user's when it goes.
        let body = lock.withLock {
            queue.remove(work)
            return work.takeBody()
        }
        withExtendedLifetime(body) {}
    }

    /// Sets the clock to the time of the next piece of work and takes that out of the queue.
    ///
    /// - Parameter end: What is due later stays; nil for no end.
    /// - Returns: What to run, or nil if nothing is due.
    func takeNext(until end: Duration? = nil) -> (@Sendable () -> Void)? {
        let next: (work: ScheduledWork, body: (@Sendable () -> Void)?)? = lock.withLock {
            guard let work = queue.first, end.map({ work.due <= $0 }) ?? true else { return nil }
            queue.remove(work)
            clock = max(clock, work.due)
            return (work, work.takeBody())
        }
        guard let next else { return nil }
        next.work.handle.dispose()
        return next.body
    }

    /// Moves the clock and runs nothing: what is due on the way runs late, as on a busy queue.
    package func moveClock(to time: Duration) {
        lock.withLock { clock = max(clock, time) }
    }
}

extension TestScheduler: OpenWorkSource {
    package var openWork: [OpenWork] {
        let dues = lock.withLock { queue.all.filter { $0.kind == .work }.map(\.due) }
        return dues.sorted().map { OpenWork(.timer, "due at \(TestTime($0, tick: tick))") }
    }
}
