/// Runs one source after another for one observer: the mechanism of `concat`, `catch`, `ifEmpty` and `retry`.
///
/// Sources that end before their subscription returns are run by a loop, not by recursion. Each source has a scope of its
/// own, which is stopped before the next source is chosen.
///
/// The next source is subscribed to at once, even while the subscriber is paused, so that no element of a hot source is
/// missed. Its elements and its end are held until the subscriber resumes, so that only one source runs ahead.
@usableFromInline
final class Sequencer<Element: Sendable>: @unchecked Sendable {  // `end` and `last` are handed over by `handoff`
    /// What to do next.
    @usableFromInline
    enum Step {
        /// Run a source, and choose the next step when it ends.
        case run(Observable<Element>)

        /// Run the last source, whose end is the end of the stream.
        case runLast(Observable<Element>)

        case end(Event<Element>)
    }

    private let observer: Observer<Element>
    private let next: @Sendable (Event<Element>?) throws -> Step
    private let site: Site
    private let handoff = Handoff()
    private var end: Event<Element>?

    /// The scope of the source that ended last, for the trace of its error.
    private var last: Scope?

    /// - Parameters:
    ///   - observer: Receives the elements of all sources.
    ///   - site: The operator, for traces.
    ///   - next: Returns the step that follows the end of a source; called with `nil` at first.
    @usableFromInline
    init(_ observer: Observer<Element>, at site: Site, next: @escaping @Sendable (Event<Element>?) throws -> Step) {
        // In a deep chain, elements pass through a queue now and then, so that the stack stays flat.
        self.observer = observer.scope.hops ? observer.gated : observer
        self.site = site
        self.next = next
    }

    @usableFromInline
    func run() {
        if observer.scope.hops {
            Trampoline.run { self.loop() }
        } else {
            loop()
        }
    }

    private func loop() {
        while !observer.scope.isStopped {
            let step: Step
            do {
                step = try last.map { try $0.explaining { try next(end) } } ?? next(end)
            } catch {
                // A handler that rethrows the error keeps its trace.
                return observer.fail(error, from: last, at: site)
            }
            switch step {
            case .end(let event):
                return observer.forward(event, from: last, at: site)
            case .runLast(let source):
                if waits(then: { self.start(last: source) }) { return }
                return start(last: source)
            case .run(let source):
                if waits(then: { if self.begin(source) { self.loop() } }) { return }
                if !begin(source) { return }
            }
        }
    }

    /// Postpones work until the subscriber resumes, if it is paused and sources enough run ahead of it.
    private func waits(then work: @escaping @Sendable () -> Void) -> Bool {
        observer.scope.isPaused && !observer.scope.mayRunAhead && observer.scope.park(work)
    }

    private func start(last source: Observable<Element>) {
        let observer = observer.scope.isPaused ? observer.holding() : observer
        TailSubscription.start(source, observer.tail(at: site))
    }

    /// Subscribes to a source.
    ///
    /// - Returns: Whether the source has ended already.
    private func begin(_ source: Observable<Element>) -> Bool {
        let scope = observer.scope.makeChild()
        end = nil
        last = nil
        handoff.begin()
        let inner = Observer<Element>(scope) { [self] event in
            guard event.isTerminal else { return observer.send(event) }
            guard scope.claimEnd(event) else { return }
            end = event
            last = scope
            if handoff.finish() { loop() }
        }
        source.start(scope.isPaused ? inner.holding() : inner)
        return handoff.leave()
    }
}
