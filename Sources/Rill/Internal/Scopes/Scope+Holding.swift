public import Synchronization

/// Sources that are started while the subscriber is paused, whose events are held; see `Observer.holding`.
extension Scope {
    /// Whether another queue may be created for a source that is started in this scope while it is paused.
    ///
    /// The number of such queues nested in one another is limited.
    var mayRunAhead: Bool { word.load(ordering: .relaxed) & Bit.aheadCount < 16 << Bit.aheadShift }

    /// Counts an `Observer.holding` queue for this scope and for the descendants that are created later.
    func countAhead() {
        word.wrappingAdd(1 << Bit.aheadShift, ordering: .relaxed)
        word.bitwiseOr(Bit.limitsHeld, ordering: .relaxed)
    }

    /// Marks this scope as the one of a source whose events can be held while the subscriber is paused.
    @usableFromInline
    func setHolds() {
        word.bitwiseOr(Bit.holds, ordering: .relaxed)
    }

    /// Whether the events of a source below this scope must be held while the subscriber is paused.
    @inlinable
    var runsAhead: Bool { word.load(ordering: .relaxed) & Bit.runsAhead != 0 }

    /// The ability of an operator downstream to hold the events of a source that continues during a pause.
    enum Holding {
        /// No operator holds the events before they reach the one that has paused the source.
        case unavailable

        /// The operator holds many events already.
        case full
        case available
    }

    /// Finds the operator downstream that can hold the events of a source in this scope, and prepares it to do so.
    func holdDownstream() -> Holding {
        sharedLock.withLock {
            var scope = self
            while true {
                let state = scope.word.load(ordering: .relaxed)
                let parent = scope.parent?.takeUnretainedValue()
                if state & Bit.holds != 0 {
                    let outer = parent?.word.load(ordering: .relaxed) ?? 0
                    if outer & Bit.limitsHeld != 0, outer & Bit.pausedByOwner != 0 { return .full }
                    scope.word.bitwiseOr(Bit.runsAhead, ordering: .relaxed)
                    return .available
                }
                guard state & Bit.pausedByOwner == 0, let parent else { return .unavailable }
                scope = parent
            }
        }
    }

    /// Makes this scope a child of another scope of the tree, unless it has been stopped.
    ///
    /// The scope stays where it is if a pause or a resumption has reached only one of the two scopes. Otherwise, the
    /// resumption would not reach it below the other scope.
    func move(below other: Scope) {
        sharedLock.withLock {
            guard parent != nil, !isStopped, !other.isStopped else { return }
            let isPausedByParent = word.load(ordering: .relaxed) & Bit.pausedByParent != 0
            guard isPausedByParent == (other.word.load(ordering: .relaxed) & Bit.paused != 0) else { return }
            // The parent owns its children.
            withExtendedLifetime(self) {
                unlink()
                other.word.bitwiseOr(Bit.hasWaiting, ordering: .relaxed)
                if !isPausedByParent { other.note(pauseArrived: false) }
                other.link(self)
            }
        }
    }
}
