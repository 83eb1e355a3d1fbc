/// A slot for one scheduled work item at a time, which is canceled when the scope stops.
@usableFromInline
final class SerialWork: @unchecked Sendable {  // guarded by `lock`
    private typealias Item = (work: Disposable, hop: ReportedHop?)

    private let lock = Lock()
    private var current: Item?
    private var ticket = 0
    private var isClosed = false

    /// The attributes that contain the instruments and the task-local values to bind while the work runs.
    private let attributes: Scope.Attributes?

    /// Reports a scheduler to the clock of a test, or `nil` if there is none.
    private let note: (@Sendable (any Scheduler) -> Void)?

    /// - Parameters:
    ///   - scope: The scope.
    ///   - site: The call site of the operator.
    @usableFromInline
    init(in scope: Scope, at site: OperatorCallSite) {
        attributes = scope.attributes
        note = scope.attributes?.values.clock.map { clock in
            let subscription = OperatorCallSite.subscription("subscription", scope.callSite)
            return { clock.note($0) { [site.step, subscription.step] } }
        }
        scope.onStop { self.close() }
    }

    /// Schedules work and cancels previously scheduled work.
    ///
    /// - Parameters:
    ///   - delay: The delay. `nil` runs the work as soon as possible.
    ///   - scheduler: The scheduler that runs the work.
    ///   - work: The work, which runs at most once.
    @usableFromInline
    func schedule(after delay: Duration? = nil, on scheduler: any Scheduler, _ work: @escaping @Sendable () -> Void) {
        guard let mine = replaceCurrent() else { return }
        note?(scheduler)
        var work = attributes?.values.context.bindings?.binding(work) ?? work
        let hop = attributes.flatMap { ReportedHop($0, on: scheduler, after: delay) }
        if let hop { work = hop.reporting(work) }
        let scheduled = delay.map { scheduler.schedule(after: $0, work) } ?? scheduler.schedule(work)
        let item = (work: scheduled, hop: hop)
        let isLate = lock.withLock {
            // A later ticket means that the work has already run and has scheduled its successor.
            if !isClosed, ticket == mine { current = item }
            return isClosed
        }
        if isLate { Self.cancel(item) }
    }

    /// Cancels the scheduled work.
    @usableFromInline
    func cancel() {
        _ = replaceCurrent()
    }

    private func replaceCurrent() -> Int? {
        let (last, mine) = lock.withLock {
            defer { current = nil }
            ticket += 1
            return (current, isClosed ? nil : ticket)
        }
        if let last { Self.cancel(last) }
        return mine
    }

    private static func cancel(_ item: Item) {
        item.work.dispose()
        item.hop?.end(.canceled)
    }

    private func close() {
        lock.withLock { isClosed = true }
        cancel()
    }
}

extension Observer {
    /// Reports a scheduler to the clock of a test, for work that the caller schedules itself.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler.
    ///   - name: The name of the work.
    ///   - file: The file of the call.
    ///   - line: The line of the call.
    public func noteScheduler(
        _ scheduler: any Scheduler, for name: StaticString, file: StaticString = #fileID, line: UInt = #line
    ) {
        guard let clock = scope.attributes?.values.clock else { return }
        let sites = [
            OperatorCallSite(name, file, line), .subscription("subscription", scope.callSite),
        ]
        clock.note(scheduler) { sites.map(\.step) }
    }
}
