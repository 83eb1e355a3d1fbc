internal import Synchronization

/// The resumption of parked sources.
extension Scope {
    /// Resumes the parked source of this scope, if the source resumes on this thread, and no other source resumes: the scope
    /// has no children, or one that is still paused by its owner.
    ///
    /// - Returns: `false` if the resumption must be propagated to the children or needs the scheduler.
    func resumeIfSingle() -> Bool {
        let lock = sharedLock
        lock.lock()
        let child = firstChild
        guard child.map({ $0.next == nil && $0.isPausedByOwner }) ?? true, attributes?.values.resumer == nil else {
            lock.unlock()
            return false
        }
        var resume: (@Sendable () -> Void)?
        if isOpen {
            note(pauseArrived: false)
            child?.word.bitwiseAnd(~(Bit.pausedByParent | Bit.isLate), ordering: .acquiringAndReleasing)
            resume = parked.take()
        }
        lock.unlock()
        if let resume { run(resume) }
        return true
    }

    func run(_ resume: @Sendable () -> Void) {
        if let bindings { bindings.run(resume) } else { resume() }
    }

    /// Resumes parked sources in order.
    ///
    /// A source that has been paused again keeps its place. While another thread pauses this scope, the sources continue to
    /// resume until the pause has reached them, because nothing else resumes them if the scope is opened before that.
    ///
    /// If a source resumes on a scheduler, the following ones wait until the scheduler has resumed it, and resume on the
    /// scheduler as well; otherwise, they would always take its turn.
    ///
    /// - Returns: `true` if the following sources are paused, or a scheduler will resume them.
    @discardableResult
    func resume(_ parked: ArraySlice<Scope>) -> Bool {
        for index in parked.indices {
            if word.load(ordering: .relaxed) & Bit.pauseArrived != 0 { return true }
            let scope = parked[index]
            // Handlers of `onResume` have no attributes, so they run on this thread.
            if let attributes = scope.attributes, let resumer = attributes.values.resumer {
                if schedule(scope, before: parked[(index + 1)...], on: resumer, attributes) { return true }
            } else {
                scope.takeTurn()
            }
        }
        return false
    }

    /// Resumes the parked source, if this scope is open.
    private func takeTurn() {
        let resume: (@Sendable () -> Void)? = sharedLock.withLock {
            guard isOpen else { return nil }
            return word.load(ordering: .relaxed) & Bit.staysParked != 0 ? parked : parked.take()
        }
        if let resume { run(resume) }
    }

    /// Resumes a parked source on a scheduler, and then the sources that follow it.
    ///
    /// - Returns: `true` if the scheduler will resume the sources; `false` if the source does not wait any more.
    private func schedule(
        _ source: Scope, before rest: ArraySlice<Scope>, on scheduler: any Scheduler, _ attributes: Attributes
    ) -> Bool {
        let lock = sharedLock
        let turn = TreeLock.ScheduledTurn(root: ObjectIdentifier(self), source: ObjectIdentifier(source))
        let (isWaiting, isNew) = lock.withLock {
            source.isWaiting ? (true, lock.scheduledTurns.insert(turn).inserted) : (false, false)
        }
        if isNew { schedule(turn, of: source, before: rest, on: scheduler, attributes) }
        return isWaiting
    }

    /// Schedules the turn of a parked source.
    ///
    /// The work item belongs to this scope instead of the source: if the source is stopped, the sources that follow it
    /// still resume on the scheduler, because the thread that stops the source must not run them.
    private func schedule(
        _ turn: TreeLock.ScheduledTurn, of source: Scope, before rest: ArraySlice<Scope>, on scheduler: any Scheduler,
        _ attributes: Attributes
    ) {
        let lock = sharedLock
        let pending = makeChild()
        let hop = ReportedHop(attributes, on: scheduler, after: nil)
        let run: @Sendable () -> Void = {
            // Removed first: if this scope is opened after this point, the sources get another turn.
            lock.withLock { _ = lock.scheduledTurns.remove(turn) }
            pending.stop()
            source.takeTurn()
            // Others may have parked since this turn was scheduled.
            if !self.resume(rest) { self.resume(self.waitingSources()[...]) }
        }
        let scheduled = scheduler.schedule(hop?.reporting(run) ?? run)
        pending.onStop {
            scheduled.dispose()
            hop?.end(.canceled)
            if self.isStopped { lock.withLock { _ = lock.scheduledTurns.remove(turn) } }
        }
    }

    /// Returns this scope and its descendants, as far as they must be resumed, in the order in which the sources resume.
    private func waitingSources() -> [Scope] {
        sharedLock.withLock {
            guard word.load(ordering: .relaxed) & Bit.pauseArrived == 0 else { return [] }
            var waiting = isWaiting ? [self] : []
            var cursor = firstChild
            while let scope = cursor {
                if scope.isWaiting, scope.word.load(ordering: .relaxed) & Bit.staysParked == 0 { waiting.append(scope) }
                // A paused scope is not skipped: the pause may not have reached its children; see `resume(_:)`.
                cursor = scope.firstChild ?? scope.successor(below: self)
            }
            waiting.sort { $0.place < $1.place }
            return waiting
        }
    }

    /// Calls a closure each time the subscriber resumes after a pause, before the sources that have waited for it.
    ///
    /// - Parameter work: A closure that receives whether a source below this scope waits for the subscriber.
    func onResume(_ work: @escaping @Sendable (_ sourceWaits: Bool) -> Void) {
        let handler = makeChild(depth: depth, attributes: nil, action: nil, bits: Bit.staysParked | Bit.hasWaiting)
        sharedLock.withLock {
            if !handler.isStopped { handler.parked = { [weak self] in work(self?.hasWaitingSource == true) } }
        }
    }

    /// Whether a source at or below this scope waits for the subscriber to resume.
    ///
    /// A source that an operator below this scope has paused does not count.
    var hasWaitingSource: Bool {
        sharedLock.withLock {
            // The links of a stopped scope can change without the lock.
            guard !isStopped, !isPausedByOwner else { return false }
            if parked != nil { return true }
            var cursor = firstChild
            while let scope = cursor {
                let state = scope.word.load(ordering: .relaxed)
                let isSkipped = state & (Bit.stopped | Bit.pausedByOwner) != 0
                if !isSkipped, state & Bit.staysParked == 0, scope.parked != nil { return true }
                cursor = (isSkipped ? nil : scope.firstChild) ?? scope.successor(below: self)
            }
            return false
        }
    }
}
