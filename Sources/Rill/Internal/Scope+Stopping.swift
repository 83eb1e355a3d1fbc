public import Synchronization

extension Scope {
    /// Stops this scope and all below it.
    ///
    /// - Returns: Whether this call did it, rather than an earlier one.
    @inlinable
    @discardableResult
    func stop() -> Bool {
        let state = word.bitwiseOr(Bit.stopped, ordering: .acquiringAndReleasing).oldValue
        if state & Bit.stopped != 0 { return false }
        if state & Bit.linked != 0 { stopLinked() }
        return true
    }

    /// Takes this scope out of its tree, stops all below it in a loop, and runs the actions with no lock held.
    ///
    /// All are marked as stopped at once, so that sources see it. The actions run on this thread, those of scopes that
    /// belong to another scheduler there.
    @usableFromInline
    func stopLinked() {
        let lock = sharedLock
        lock.lock()
        unlink()
        var chain = ScopeChain(stoppingChildrenOf: self)
        lock.unlock()
        finish()
        var elsewhere: [Home.Action] = []
        while let scope = chain.popFirst() {
            // Taken out of the scope, which refers to the scheduler: its pending work must not keep it in memory.
            if scope.home !== home, let home = scope.home, let action = scope.action.take() {
                elsewhere.append((home, action))
            }
            scope.finish()
        }
        if !elsewhere.isEmpty { Home.run(elsewhere) }
    }

    private func finish() {
        if inheritedLock == nil { record?.close() }
        parked = nil
        guard let action else { return }
        self.action = nil
        action()
    }

    private func unlink() {
        guard let parent else { return }
        if let previous {
            previous._withUnsafeGuaranteedRef { $0.next = next }
        } else {
            parent._withUnsafeGuaranteedRef { $0.firstChild = next }
        }
        next?.previous = previous
        next = nil
        previous = nil
        self.parent = nil
    }

    /// The scheduler that a `subscribeOn` has moved its source to; one for each subscription.
    final class Home: Sendable {
        typealias Action = (home: Home, run: @Sendable () -> Void)

        let scheduler: any Scheduler

        init(_ scheduler: any Scheduler) {
            self.scheduler = scheduler
        }

        /// Runs actions on their schedulers, in order, as one piece of work where several belong to one scheduler.
        static func run(_ actions: [Action]) {
            var rest = actions[...]
            while let home = rest.first?.home {
                let group = rest.prefix { $0.home === home }.map(\.run)
                rest = rest.dropFirst(group.count)
                home.scheduler.schedule {
                    for action in group { action() }
                }
            }
        }
    }
}
