public import Rill

/// A scheduler whose virtual time advances only when the test advances it.
///
/// Work runs only on the thread that calls ``advance(by:)``, ``advance(to:)``, ``advance(toTick:)`` or ``run(limit:cpuTimeLimit:)``,
/// ordered by due time and, for equal due times, in scheduling order. Work that is scheduled during an advance and
/// becomes due within it also runs.
///
///     let scheduler = TestScheduler()
///     let pings = Observable.interval(.seconds(3_600), scheduler: scheduler)
///     let subscription = pings.subscribe(onNext: { print($0) })
///     scheduler.advance(by: .seconds(10_800))     // prints 0, 1, 2, and takes no time
///
/// Work can be scheduled and canceled from any thread; only one thread at a time may advance the time. No lock is held
/// while work runs, so that work may schedule, cancel, and even advance the time.
public final class TestScheduler: Scheduler, @unchecked Sendable {  // mutable state is guarded by `lock`
    /// The duration of a tick, which is one character of a marble diagram.
    ///
    /// Defaults to one second.
    public let tick: Duration

    /// Returns the CPU time that limits a run, or `nil` for the CPU time of the thread.
    let cpuTime: (@Sendable () -> Duration)?

    private let lock = Lock()
    private var clock: Duration = .zero
    private var queue = Heap<ScheduledWork>()
    private var lastNumber = 0
    private var pausingSources: [WeakSource] = []

    private var keptStrayWaits: [(text: String, number: Int)] = []
    private var reportCount = 0

    /// The interleaving that chooses when the work runs.
    ///
    /// Set before the scheduler is shared.
    private(set) weak var interleaving: Interleaving?

    /// Creates a scheduler at time zero with no pending work.
    ///
    /// - Parameter tick: The duration of one character of a marble diagram. Must be greater than zero. Defaults to one
    ///   second.
    public convenience init(tick: Duration = .seconds(1)) {
        self.init(tick: tick, cpuTime: nil)
    }

    /// Creates a scheduler that reads the CPU time from a closure, which a test can control.
    package init(tick: Duration = .seconds(1), cpuTime: (@Sendable () -> Duration)?) {
        guard tick > .zero else { fatalError("TestScheduler: tick must be greater than zero, got \(tick)") }
        self.tick = tick
        self.cpuTime = cpuTime
        SubscriptionWatch.current?.log?.add(self)
    }

    /// Creates a scheduler whose work is run by an interleaving.
    convenience init(in interleaving: Interleaving, at time: Duration) {
        self.init()
        self.interleaving = interleaving
        clock = time
    }

    deinit {
        for work in queue.unordered {
            work.handle = .none
            work.body = nil
        }
    }

    /// The virtual time since the creation of the scheduler.
    public var now: Duration { lock.withLock { clock } }

    /// The current virtual time in ticks.
    public var time: TestTime { TestTime(now, tick: tick) }

    /// The number of reports of operators that wait on other schedulers.
    var strayWaitCount: Int { lock.withLock { reportCount } }

    /// Returns one sentence for each operator that waits on another scheduler, without duplicates.
    ///
    /// - Parameter count: The value of `strayWaitCount` after which an operator must have been reported. Defaults to 0.
    func strayWaits(after count: Int = 0) -> [String] {
        lock.withLock { keptStrayWaits.filter { $0.number > count }.map(\.text) }
    }

    /// Adds a sentence, of which at most ten are kept.
    ///
    /// An operator reports its scheduler when it schedules work, so that a failure message can name a timer even if it has
    /// been canceled in the meantime.
    func addStrayWait(_ text: String) {
        lock.withLock {
            reportCount += 1
            if let index = keptStrayWaits.firstIndex(where: { $0.text == text }) {
                keptStrayWaits[index].number = reportCount
            } else {
                keptStrayWaits = keptStrayWaits.suffix(9) + [(text, reportCount)]
            }
        }
    }

    /// The number of pending work items, excluding canceled ones.
    public var pendingCount: Int { lock.withLock { queue.count } }

    /// Schedules work to run on the next advance, after all work that is already due at the current time.
    ///
    /// - Parameter work: The work. Runs once, unless it is canceled first.
    /// - Returns: A handle that cancels and releases the work if it has not started.
    @discardableResult
    public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        schedule(after: .zero, work)
    }

    /// Schedules work to run after a delay in virtual time.
    ///
    /// - Parameters:
    ///   - delay: The delay from the current virtual time. If it is zero or less, the work runs on the next advance.
    ///   - work: The work. Runs once, unless it is canceled first.
    /// - Returns: A handle that cancels and releases the work if it has not started.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        enqueue(.work, work) { $0.adding(max(delay, .zero)) }
    }

    /// Schedules an event of a diagram.
    ///
    /// Such work does not count as a leak.
    func scheduleMarble(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        enqueue(.marble, work) { $0.adding(max(delay, .zero)) }
    }

    /// Schedules a step of an interleaving.
    func schedule(
        after delay: Duration, _ work: @escaping @Sendable () -> Void, at site: (file: StaticString, line: UInt)
    ) {
        _ = enqueue(.work, work, at: site) { $0.adding(max(delay, .zero)) }
    }

    /// Schedules a subscription or disposal by the kit at the start of a tick, before all other work due at that tick.
    @discardableResult
    func scheduleEdge(atTick target: Int, _ work: @escaping @Sendable () -> Void) -> Disposable {
        enqueue(.edge, work) { max(tick * target, $0) }
    }

    /// Adds work to the queue, with a due time that a closure returns for the current time.
    private func enqueue(
        _ kind: ScheduledWork.Kind, _ body: @escaping @Sendable () -> Void,
        at site: (file: StaticString, line: UInt)? = nil, due: (Duration) -> Duration
    ) -> Disposable {
        let work = ScheduledWork(kind, body)
        work.site = site
        if kind != .edge { work.cause = interleaving?.currentStep ?? 0 }
        // The handle is released when the work has run or has been canceled, or with the scheduler.
        work.handle = Disposable { [weak self] in self?.cancel(work) }
        lock.withLock {
            lastNumber += 1
            work.number = lastNumber
            work.due = due(clock)
            queue.insert(work)
        }
        return work.handle
    }

    private func cancel(_ work: ScheduledWork) {
        // The body is released outside the lock, because deinitializers of captured objects may call user code.
        _ = lock.withLock {
            if let index = work.index { queue.remove(at: index) }
            return work.takeBody()
        }
    }

    /// Removes the next work item from the queue and sets the clock to its due time.
    ///
    /// - Parameter end: The latest due time, or `nil` for no limit.
    /// - Returns: The work, or `nil` if none is due.
    func takeNext(until end: Duration? = nil) -> (@Sendable () -> Void)? {
        if let interleaving { return interleaving.takeNext(until: end) }
        return takeFirst(until: end)?.body
    }

    /// Removes the next work item of this scheduler.
    func takeFirst(until end: Duration? = nil) -> (work: ScheduledWork, body: @Sendable () -> Void)? {
        lookForPauses()
        let next: (work: ScheduledWork, body: (@Sendable () -> Void)?)? = lock.withLock {
            guard let work = queue.first, end.map({ work.due <= $0 }) ?? true else { return nil }
            queue.popFirst()
            clock = max(clock, work.due)
            return (work, work.takeBody())
        }
        guard let next, let body = next.body else { return nil }
        next.work.handle.dispose()
        return (next.work, body)
    }

    /// Advances the clock without running work.
    ///
    /// Work that becomes due runs late, as on a busy queue.
    package func moveClock(to time: Duration) {
        if let interleaving { interleaving.moveClocks(to: time) } else { setClock(to: time) }
    }
}

// MARK: Interleavings

extension TestScheduler {
    /// The due time of the next work item of this scheduler, and whether it is a subscription or disposal by the kit.
    var next: (due: Duration, isEdge: Bool)? {
        lock.withLock { queue.first.map { ($0.due, $0.kind == .edge) } }
    }

    /// Advances the clock of this scheduler only.
    func setClock(to time: Duration) {
        lookForPauses(before: time)
        lock.withLock { clock = max(clock, time) }
    }
}

// MARK: Pauses

/// A source that records the pauses of its subscribers.
protocol PausingSource: AnyObject, Sendable {
    /// Records the pauses of its subscribers at the current time.
    func lookForPauses()
}

extension TestScheduler {
    private struct WeakSource: Sendable {
        let number: Int
        weak var source: (any PausingSource)?
    }

    /// Adds a source whose subscribers are checked for pauses at the end of each tick.
    func add(_ source: any PausingSource) {
        lock.withLock {
            pausingSources.append(WeakSource(number: (pausingSources.last?.number ?? 0) + 1, source: source))
        }
    }

    /// Lets the sources check for pauses if the time is about to advance, because subscribers can also pause between
    /// events.
    ///
    /// - Parameter time: The new time. Defaults to `nil`, which means the due time of the next work item.
    private func lookForPauses(before time: Duration? = nil) {
        let sources: [WeakSource] = lock.withLock {
            guard !pausingSources.isEmpty, let time = time ?? queue.first?.due, time > clock else { return [] }
            return pausingSources
        }
        // Sources are referenced outside the lock, because the release of the last reference may run user code.
        var released: Set<Int> = []
        for source in sources {
            if let object = source.source { object.lookForPauses() } else { released.insert(source.number) }
        }
        guard !released.isEmpty else { return }
        lock.withLock { pausingSources.removeAll { released.contains($0.number) } }
    }
}

extension TestScheduler: OpenWorkSource {
    package var openWork: [String] {
        let dues = lock.withLock { queue.unordered.filter { $0.kind == .work }.map(\.due) }
        return dues.sorted().map { "due at \(TestTime($0, tick: tick))" }
    }
}
