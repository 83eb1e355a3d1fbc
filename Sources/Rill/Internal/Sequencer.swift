/// Runs one source after another in one slot: what `concat`, `catch`, `retry` and paging have in common.
///
/// Sources that end before their subscription has returned make a loop, not a recursion. Each source has a scope of its
/// own, which is stopped before the next is asked for. Parks between two sources.
@usableFromInline
final class Sequencer<Element: Sendable>: @unchecked Sendable {  // `end` and `last` are handed over by `handoff`
    /// What to do next.
    @usableFromInline
    enum Step {
        case run(Observable<Element>)
        case end(Event<Element>)
    }

    private let observer: Observer<Element>
    private let next: @Sendable (Event<Element>?) throws -> Step
    private let site: Site
    private let handoff = Handoff()
    private var end: Event<Element>?

    /// The scope of the source that came last, for the way of its error.
    private var last: Scope?

    /// - Parameters:
    ///   - observer: Takes the values of all sources.
    ///   - site: Where the operator stands.
    ///   - next: Says what comes after an end; asked with nil at first.
    @usableFromInline
    init(_ observer: Observer<Element>, at site: Site, next: @escaping @Sendable (Event<Element>?) throws -> Step) {
        // Where nesting is deep, a drain loop hops by the trampoline.
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
                // A handler that throws the error again keeps its way.
                return observer.fail(error, from: last, at: site)
            }
            switch step {
            case .end(let event):
                return observer.forward(event, from: last, at: site)
            case .run(let source):
                if !observer.scope.isOpen, observer.scope.park({ if self.begin(source) { self.loop() } }) { return }
                if !begin(source) { return }
            }
        }
    }

    /// Subscribes to a source.
    ///
    /// - Returns: Whether it has ended already.
    private func begin(_ source: Observable<Element>) -> Bool {
        let scope = observer.scope.makeChild()
        end = nil
        last = nil
        handoff.begin()
        source.start(
            Observer(scope) { [self] event in
                guard event.isTerminal else { return observer.send(event) }
                guard scope.stop() else {
                    if case .error(let error) = event { scope.reportUndelivered(error) }
                    return
                }
                end = event
                last = scope
                if handoff.finish() { loop() }
            })
        return handoff.leave()
    }
}
