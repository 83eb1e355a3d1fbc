/// Runs one source after another for one observer: the mechanism of `concat`, `catch`, `ifEmpty` and `retry`.
///
/// Sources that end before their subscription returns are run by a loop, not by recursion. Each source has a scope of its
/// own, which is stopped before the next source is chosen.
///
/// The next source is subscribed to at once, even while the subscriber is paused, so that no element of a hot source is
/// missed.
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
    private let isUnlimited: Bool
    private let handoff = Handoff()
    private var end: Event<Element>?

    /// The scope of the source that ended last, for the trace of its error.
    private var last: Scope?

    /// - Parameters:
    ///   - observer: Receives the elements of all sources.
    ///   - site: The operator, for traces.
    ///   - isUnlimited: Whether there may be sources without end. Then one source at most is run ahead of a paused
    ///     subscriber: its elements and its end are held until the subscriber resumes. Defaults to `false`.
    ///   - next: Returns the step that follows the end of a source; called with `nil` at first.
    @usableFromInline
    init(
        _ observer: Observer<Element>, at site: Site, isUnlimited: Bool = false,
        next: @escaping @Sendable (Event<Element>?) throws -> Step
    ) {
        // In a deep chain, elements pass through a queue now and then, so that the stack stays flat.
        self.observer = observer.scope.hops && !observer.scope.isTail ? observer.gated : observer
        self.site = site
        self.isUnlimited = isUnlimited
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
                let scope = observer.scope.makeTail(site)
                return TailSubscription.start(source, Observer(scope, send: observer.send))
            case .run(let source):
                if !begin(source) { return }
            }
        }
    }

    /// Subscribes to a source.
    ///
    /// - Returns: Whether the source has ended already.
    private func begin(_ source: Observable<Element>) -> Bool {
        end = nil
        last = nil
        handoff.begin()
        if isUnlimited, observer.scope.isPaused {
            startAhead(source)
        } else {
            let scope = observer.scope.makeChild()
            source.start(
                Observer(scope) { [self] event in
                    if !event.isTerminal {
                        observer.send(event)
                    } else if scope.claimEnd(event) {
                        finish(event, scope)
                    }
                })
        }
        return handoff.leave()
    }

    /// Subscribes to a source whose events are held while the subscriber is paused.
    private func startAhead(_ source: Observable<Element>) {
        let current = SerialState<Scope?>(nil)
        let serial = SerialObserver(
            Observer<Element>(observer.scope) { [self] event in
                guard event.isTerminal else { return observer.send(event) }
                if let scope = current.value { finish(event, scope) }
            }, holdsBack: true)
        let scope = serial.sourceScope.makeChild()
        current.value = scope
        source.start(
            Observer(scope) { event in
                if !event.isTerminal || scope.claimEnd(event) { serial.sendOrHold(event) }
            })
    }

    private func finish(_ event: Event<Element>, _ scope: Scope) {
        end = event
        last = scope
        if handoff.finish() { loop() }
    }
}

extension Scope {
    /// Stops this scope because its stream has ended.
    ///
    /// - Returns: Whether the end counts. An error that comes after the stop is reported as undelivered.
    fileprivate func claimEnd<Element>(_ event: Event<Element>) -> Bool {
        if stop() { return true }
        if case .error(let error) = event { reportUndelivered(error) }
        return false
    }
}
