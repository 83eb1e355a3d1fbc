internal import Rill

/// One order in which several serial schedulers run their work.
///
/// ``Interleavings/run(_:)`` passes a new interleaving to its closure for each order.
public final class Interleaving: @unchecked Sendable {  // mutable state is guarded by `lock`
    /// The maximum number of schedulers: one for each letter.
    static let maximumCount = 26

    /// The maximum number of steps that run at preemption points.
    private static let preemptionLimit = 10_000

    private let lock = Lock()
    private var lanes: [(name: String, scheduler: TestScheduler)] = []
    private var picker: OrderPicker

    /// The steps that are running.
    ///
    /// Each step after the first was started by a preemption point of the step before it.
    private var running: [(lane: Int, step: Int)] = []
    private var lastLane: Int?
    private var stepCount = 0
    private var preemptionCount = 0
    private var trace: OrderTrace?
    private var failure: String?

    init(_ picker: OrderPicker, trace: OrderTrace? = nil) {
        self.picker = picker
        self.trace = trace
    }

    // MARK: Schedulers

    /// Returns the scheduler with the given name, creating it if necessary.
    ///
    /// All schedulers of an order have the same virtual time. Advancing the time of one scheduler, or running one, runs
    /// the work of all of them. In ``Interleavings/Failure/order``, each scheduler is represented by a letter, in order
    /// of creation.
    ///
    /// - Parameter name: The name of the scheduler in failure reports. There can be at most 26 names.
    /// - Returns: The scheduler.
    public func scheduler(_ name: String) -> TestScheduler {
        lock.withLock {
            if let lane = lanes.first(where: { $0.name == name }) { return lane.scheduler }
            precondition(
                lanes.count < Self.maximumCount,
                "Interleaving: more than \(Self.maximumCount) schedulers. Use one scheduler per thread")
            let scheduler = TestScheduler(in: self, at: lanes.first?.scheduler.now ?? .zero)
            lanes.append((name, scheduler))
            return scheduler
        }
    }

    /// A test kit whose sources and recordings use the scheduler with the name `kit`.
    public var kit: TestKit { TestKit(scheduler: scheduler("kit")) }

    // MARK: Steps

    /// Schedules a step.
    ///
    /// Failure reports list each step with its source location.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that runs the step. The order fails unless ``scheduler(_:)`` or ``kit`` of this
    ///     interleaving created it.
    ///   - delay: The delay from the current virtual time. Defaults to zero.
    ///   - file: The source file of the step.
    ///   - line: The source line of the step.
    ///   - work: The work of the step.
    public func perform(
        on scheduler: TestScheduler, after delay: Duration = .zero, file: StaticString = #fileID, line: UInt = #line,
        _ work: @escaping @Sendable () -> Void
    ) {
        guard scheduler.interleaving === self else {
            return fail(
                """
                the step cannot run: its scheduler does not belong to this order. Create it with scheduler(_:) \
                (\(file):\(line))
                """)
        }
        scheduler.schedule(after: delay, work, at: (file, line))
    }

    /// Runs the work of all schedulers in this order until none is pending.
    ///
    /// - Parameter limit: The maximum number of work items. Defaults to 10,000.
    /// - Throws: ``RunLimitError`` if a limit is reached while work is pending.
    public func run(limit: Int = 10_000) throws(RunLimitError) {
        try scheduler(lock.withLock { lanes.first?.name } ?? "kit").run(limit: limit)
    }

    /// Allows other schedulers to run work at this point, as if the thread of the current step were preempted here.
    ///
    /// A step is not interrupted anywhere else. Call this method in closures that the code under test calls while it
    /// holds no lock. The step continues when the work that preempts it has run. Outside of steps, this method does
    /// nothing. The order fails when 10,000 steps have run at preemption points.
    public func preemptionPoint() {
        guard let current = lock.withLock({ running.last }) else { return }
        while let work = takeNext(until: nil, insteadOf: current) {
            work()
            let count = lock.withLock {
                preemptionCount += 1
                return preemptionCount
            }
            guard count < Self.preemptionLimit else {
                fail(
                    """
                    \(Self.preemptionLimit) steps ran at preemption points: work reschedules itself without a delay \
                    while it waits for the preempted step. Schedule the work with a delay
                    """)
                break
            }
        }
        lock.withLock { trace?.resume(current.step, lane: current.lane) }
    }

    // MARK: Expectations

    /// Fails the order unless a condition is true.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - reason: The reason for the failure.
    ///   - file: The file to report.
    ///   - line: The line to report.
    public func expect(
        _ condition: Bool, _ reason: @autoclosure () -> String = "an expectation failed",
        file: StaticString = #fileID, line: UInt = #line
    ) {
        if !condition { fail("\(reason()) (\(file):\(line))") }
    }

    /// Fails the order if a comparison found a difference, for example between a recording and a marble diagram.
    ///
    /// - Parameters:
    ///   - difference: The description of the difference, or `nil` if there is none.
    ///   - file: The file to report.
    ///   - line: The line to report.
    public func expectNone(_ difference: String?, file: StaticString = #fileID, line: UInt = #line) {
        if let difference { fail("\(file):\(line): \(difference)") }
    }

    /// Records a failure, unless one is already recorded.
    package func fail(_ reason: String) {
        lock.withLock { failure = failure ?? reason }
    }
}

// MARK: Choices

extension Interleaving {
    /// Releases the schedulers, because their pending work can reference this object.
    ///
    /// - Returns: The choices, the reason for the first failure, and the recorded steps.
    func end() -> (picker: OrderPicker, failure: String?, lines: [String]) {
        let (lanes, picker, failure, trace) = lock.withLock {
            defer { self.lanes = [] }
            return (self.lanes, self.picker, self.failure, self.trace)
        }
        return (picker, failure, trace?.lines(names: lanes.map(\.name)) ?? [])
    }

    /// The number of the step that is running, or 0 outside of steps.
    var currentStep: Int { lock.withLock { running.last?.step ?? 0 } }

    /// The total number of pending work items of all schedulers.
    var pendingCount: Int { lock.withLock { lanes }.reduce(0) { $0 + $1.scheduler.pendingCount } }

    /// The due time of the earliest pending work item of all schedulers.
    var nextDue: Duration? { lock.withLock { lanes }.compactMap { $0.scheduler.next?.due }.min() }

    /// Sets the time of all schedulers.
    func moveClocks(to time: Duration) {
        for lane in lock.withLock({ lanes }) { lane.scheduler.setClock(to: time) }
    }

    /// Chooses the next work item and removes it from its scheduler.
    ///
    /// - Parameters:
    ///   - end: The latest due time, or `nil` for no limit.
    ///   - current: The step that can continue instead, or `nil`.
    /// - Returns: The work, or `nil` if none is due or the current step continues.
    func takeNext(until end: Duration?, insteadOf current: (lane: Int, step: Int)? = nil) -> (@Sendable () -> Void)? {
        let (lanes, steps) = lock.withLock { (self.lanes, self.running) }
        let busy = steps.reduce(UInt64(0)) { $0 | 1 << UInt64($1.lane) }
        guard let clock = lanes.first?.scheduler.now else { return nil }
        var earliest = current == nil ? end : clock
        var ready: UInt64 = 0
        var edge: Int?
        // The scheduler of a running step is busy, like a thread that is preempted or blocked.
        for (number, lane) in lanes.enumerated() where busy & 1 << UInt64(number) == 0 {
            guard let first = lane.scheduler.next else { continue }
            let due = max(first.due, clock)
            if let earliest, due > earliest { continue }
            if due != earliest || ready == 0 {
                earliest = due
                (ready, edge) = (0, nil)
            }
            ready |= 1 << UInt64(number)
            if first.isEdge, edge == nil { edge = number }
        }
        guard ready != 0, let due = earliest else { return nil }
        // Subscriptions and disposals of the kit precede all other work of their tick.
        if let edge { ready = 1 << UInt64(edge) }
        if let current { ready |= 1 << UInt64(current.lane) }
        let choices = ready
        let lane = lock.withLock { picker.pick(from: choices, last: current?.lane ?? lastLane) }
        if lane == current?.lane { return nil }
        if due > clock { for lane in lanes { lane.scheduler.setClock(to: due) } }
        guard let (work, body) = lanes[lane].scheduler.takeFirst() else { return nil }
        lock.withLock {
            stepCount += 1
            running.append((lane, stepCount))
            lastLane = lane
            trace?.begin(stepCount, lane: lane, work)
        }
        return {
            body()
            self.lock.withLock {
                _ = self.running.popLast()
                self.lastLane = self.running.last?.lane ?? self.lastLane
            }
        }
    }
}
