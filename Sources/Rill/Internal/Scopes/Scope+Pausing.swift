internal import Synchronization

extension Scope {
    /// Pauses the sources below this scope before their next element.
    ///
    /// Called by the owner of this scope. When this method returns, all sources have been asked to pause, even if the
    /// pause was started by another thread.
    ///
    /// - Returns: `true` if this call paused the scope, or `false` if it was already paused.
    @usableFromInline
    @discardableResult
    func pause() -> Bool {
        let state = word.bitwiseOr(Bit.pausedByOwner, ordering: .acquiringAndReleasing).oldValue
        if state & Bit.linked != 0 { spread(isPaused: true, startsPause: state & Bit.paused == 0) }
        return state & Bit.pausedByOwner == 0
    }

    /// Resumes the parked sources: on their schedulers if they resume on one, otherwise on this thread.
    @usableFromInline
    func open() {
        open(willResume: {})
    }

    /// Resumes the parked sources like `open()`.
    ///
    /// - Parameter willResume: A closure that is called before the sources resume, provided that the owner has paused
    ///   them.
    func open(willResume: () -> Void) {
        let state = word.bitwiseAnd(~Bit.pausedByOwner, ordering: .acquiringAndReleasing).oldValue
        guard state & Bit.pausedByOwner != 0 else { return }
        willResume()
        if state & Bit.linked != 0, !resumeIfSingle() { resume(spread(isPaused: false)[...]) }
    }

    /// Parks a source: stores a closure that resumes it, unless the scope is open.
    ///
    /// If the scope is stopped, the closure is dropped.
    ///
    /// Parked sources of a tree resume in the order in which they parked. A source that has been started during the pause
    /// precedes the source whose element caused the pause, because it has not had a turn yet.
    ///
    /// - Parameter resume: The closure that resumes the source. Called once, by the thread that opens the scope or by a
    ///   scheduler; see `resume(_:)`.
    /// - Returns: `true` if the source must wait; `false` if the scope is open, in which case `resume` is not stored
    ///   and the source continues by itself.
    @usableFromInline
    func park(_ resume: @escaping @Sendable () -> Void) -> Bool {
        let lock = sharedLock
        lock.lock()
        defer { lock.unlock() }
        let state =
            word.bitwiseOr(Bit.linked | Bit.used | Bit.hasWaiting, ordering: .acquiringAndReleasing).oldValue
        if state & Bit.notOpen == 0 { return false }
        if state & Bit.stopped == 0 {
            precondition(
                parked == nil,
                """
                two closures wait for the same subscriber to resume: call whenResumed(_:) only in the source of a \
                stream, and once for each pause
                """)
            parked = resume
            let now = lock.tick()
            place = (state & Bit.isLate != 0 ? pausedAt : now, now)
        }
        return true
    }

    /// Records that a source starts only now, although the scope has been created earlier.
    ///
    /// If the scope is paused, the source precedes the source whose element caused the pause; see `park`.
    @usableFromInline
    func sourceStarts() {
        if isPaused { word.bitwiseOr(Bit.isLate, ordering: .relaxed) }
    }

    /// Runs work immediately if the scope is open, or when it opens if it is paused.
    ///
    /// If the scope is stopped, the work never runs.
    ///
    /// The task-local values of the context are bound while the work runs.
    @usableFromInline
    func whenOpen(_ work: @escaping @Sendable () -> Void) {
        guard isOpen || !park(work) else { return }
        run(work)
    }

    /// Propagates the pause state of this scope to the scopes below it.
    ///
    /// Does nothing if another thread has changed the state in the meantime: that thread propagates the new state. In
    /// particular, a thread that pauses the scope must not complete a resumption, because it does not resume the sources.
    ///
    /// - Parameters:
    ///   - isPaused: The state that the caller has set.
    ///   - startsPause: Whether a pause begins. Defaults to `false`.
    /// - Returns: The scopes that are open and contain a parked source, in the order in which the sources resume.
    @discardableResult
    private func spread(isPaused: Bool, startsPause: Bool = false) -> [Scope] {
        var waiting: [Scope] = []
        let lock = sharedLock
        lock.lock()
        defer { lock.unlock() }
        guard (word.load(ordering: .relaxed) & Bit.paused != 0) == isPaused else { return [] }
        if startsPause { pausedAt = lock.tick() }
        if isWaiting { waiting.append(self) }
        note(pauseArrived: isPaused)
        // Unmanaged, because the lock keeps the scopes alive, and reference counts would take most of the time.
        var cursor = firstChild.map(Unmanaged.passUnretained)
        while let current = cursor {
            cursor = current._withUnsafeGuaranteedRef { scope in
                let state =
                    isPaused
                    ? scope.word.bitwiseOr(Bit.pausedByParent, ordering: .acquiringAndReleasing).oldValue
                    : scope.word.bitwiseAnd(~(Bit.pausedByParent | Bit.isLate), ordering: .acquiringAndReleasing)
                        .oldValue
                if isPaused, state & Bit.paused == 0 { scope.pausedAt = pausedAt }
                if scope.isWaiting { waiting.append(scope) }
                // The owner of a paused scope may not have propagated its pause yet.
                let goesDeeper =
                    isPaused
                    ? state & Bit.paused == 0 || state & Bit.pauseArrived == 0
                    : state & Bit.paused == Bit.pausedByParent
                if goesDeeper { scope.note(pauseArrived: isPaused) }
                return (goesDeeper ? scope.firstChild : nil).map(Unmanaged.passUnretained)
                    ?? scope.successor(below: self).map(Unmanaged.passUnretained)
            }
        }
        if waiting.count > 1 { waiting.sort { $0.place < $1.place } }
        return waiting
    }

    /// Records whether a pause or a resumption has reached all scopes below this one.
    ///
    /// Must be called with the tree's lock held.
    func note(pauseArrived: Bool) {
        let bit = Bit.pauseArrived
        _ = pauseArrived ? word.bitwiseOr(bit, ordering: .relaxed) : word.bitwiseAnd(~bit, ordering: .relaxed)
    }

    /// Whether this scope is open and contains a parked source, which must be resumed.
    ///
    /// Must be called with the tree's lock held.
    private var isWaiting: Bool {
        // A stopped scope changes `parked` without the lock.
        isOpen && parked != nil
    }

    /// Resumes the parked source of this scope, if the source resumes on this thread, and no other source resumes: the scope
    /// has no children, or one that is still paused by its owner.
    ///
    /// - Returns: `false` if the resumption must be propagated to the children or needs the scheduler.
    private func resumeIfSingle() -> Bool {
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

    private func run(_ resume: @Sendable () -> Void) {
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
    private func resume(_ parked: ArraySlice<Scope>) -> Bool {
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

    /// Returns the next scope in the preorder traversal of `root` that is not a descendant of this scope.
    func successor(below root: Scope) -> Scope? {
        var scope = Unmanaged.passUnretained(self)
        while true {
            let (next, parent) = scope._withUnsafeGuaranteedRef { ($0.next, $0.parent) }
            if let next { return next }
            guard let parent, parent.toOpaque() != Unmanaged.passUnretained(root).toOpaque() else { return nil }
            scope = parent
        }
    }
}
