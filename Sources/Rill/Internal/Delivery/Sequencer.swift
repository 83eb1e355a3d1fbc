/// Runs sources one at a time for one observer.
///
/// The mechanism behind `concat`, `catch`, `ifEmpty`, and `retry`.
///
/// Sources that terminate before their subscribe call returns are run iteratively, not recursively. Each source has its
/// own scope, which is stopped before the next source is started.
///
/// The next source is subscribed to immediately, even while the subscriber is paused, so that no element of a hot
/// source is missed. The elements of all sources that run ahead are held in one queue until the subscriber resumes. If
/// the queue is nearly full, the next source waits.
@usableFromInline
final class Sequencer<Element: Sendable>: @unchecked Sendable {  // synchronized by `handoff`
    /// The next step of the sequence.
    @usableFromInline
    enum Step {
        /// Runs a source, and chooses the next step when it terminates.
        case run(Observable<Element>)

        /// Runs the last source, whose termination terminates the stream.
        case runLast(Observable<Element>)

        /// Releases the resources of the source that has terminated, and chooses the next step again.
        case release

        case end(Event<Element>)
    }

    @usableFromInline let observer: Observer<Element>

    /// The observer that receives the events: `observer` or, after a source has been started during a pause, an observer
    /// that holds the events during a pause.
    @usableFromInline @exclusivity(unchecked) var output: Observer<Element>
    @usableFromInline @exclusivity(unchecked) var isHolding = false
    @usableFromInline let next: @Sendable (Event<Element>?) throws -> Step
    @usableFromInline let site: OperatorCallSite
    @usableFromInline let handoff = Handoff()
    @usableFromInline @exclusivity(unchecked) var end: Event<Element>?

    /// The scope of the source that terminated last, for the trace of its error.
    @usableFromInline @exclusivity(unchecked) var last: Scope?

    /// - Parameters:
    ///   - observer: The observer of the elements of all sources.
    ///   - site: The call site of the operator, for error traces.
    ///   - next: A closure that returns the next step for the terminal event of a source. Called with `nil` for the
    ///     first step.
    @inlinable
    init(
        _ observer: Observer<Element>, at site: OperatorCallSite,
        next: @escaping @Sendable (Event<Element>?) throws -> Step
    ) {
        // In deeply nested chains, elements occasionally pass through a queue to limit stack usage.
        self.observer = observer.scope.usesTrampoline ? observer.gated : observer
        output = self.observer
        self.site = site
        self.next = next
    }

    @inlinable
    func run() {
        if observer.scope.usesTrampoline {
            Trampoline.nest { self.loop() }
        } else {
            loop()
        }
    }

    @inlinable
    func loop() {
        while !observer.scope.isStopped {
            let step: Step
            do {
                step = try last.map { try $0.withErrorTrace { try next(end) } } ?? next(end)
            } catch {
                // A handler that rethrows the error keeps its trace.
                return output.fail(error, from: last, at: site)
            }
            switch step {
            case .release: last?.finishStop()
            case .end(let event):
                return output.forward(event, from: last, at: site)
            case .runLast(let source):
                last?.finishStop()
                if waits(then: { self.start(last: source) }) { return }
                return start(last: source)
            case .run(let source):
                last?.finishStop()
                if waits(then: { if self.begin(source) { self.loop() } }) { return }
                if !begin(source) { return }
            }
        }
    }

    /// Postpones work if the subscriber is paused and many events are held for it.
    @usableFromInline
    func waits(then work: @escaping @Sendable () -> Void) -> Bool {
        guard observer.scope.isPaused else { return false }
        if isHolding { return output.scope.isPausedByOwner && output.scope.park(work) }
        return switch observer.scope.holdDownstream() {
        case .available: false
        case .full: observer.scope.park(work)
        case .unavailable: !observer.scope.mayRunAhead && observer.scope.park(work)
        }
    }

    /// Holds the events of the sources during pauses, unless an operator downstream does so.
    ///
    /// - Parameter source: The scope of the active source. Defaults to `nil`, which means that there is none.
    @usableFromInline
    func hold(_ source: Scope? = nil) {
        guard !isHolding, observer.scope.isPaused, observer.scope.mayRunAhead,
            observer.scope.holdDownstream() == .unavailable
        else { return }
        isHolding = true
        output = observer.holding()
        source?.move(below: output.scope)
    }

    @inlinable
    func start(last source: Observable<Element>) {
        hold()
        let tail = output.tail(at: site)
        if isHolding { tail.scope.setHolds() }
        TailSubscription.start(source, tail)
    }

    /// Subscribes to a source.
    ///
    /// - Returns: `true` if the source has already terminated; otherwise, `false`.
    @inlinable
    func begin(_ source: Observable<Element>) -> Bool {
        hold()
        let scope = output.scope.makeHoldingChild()
        end = nil
        last = nil
        handoff.begin()
        let inner = Observer<Element>(scope) { [self] event in
            guard event.isTerminal else {
                if scope.runsAhead { hold(scope) }
                return output.send(event)
            }
            guard scope.claimEnd(event) else { return }
            end = event
            last = scope
            if handoff.finish() { loop() }
        }
        source.start(inner)
        return handoff.leave()
    }
}
