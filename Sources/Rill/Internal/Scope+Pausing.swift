internal import Synchronization

extension Scope {
    /// Asks the sources below to park before their next element.
    ///
    /// Called by the one who made this scope. When it returns, all of them have been asked, also if another thread has
    /// begun to.
    @usableFromInline
    func pause() {
        let state = word.bitwiseOr(Bit.pausedByOwner, ordering: .acquiringAndReleasing).oldValue
        if state & Bit.linked != 0 { spread(resuming: false) }
    }

    /// Lets the parked sources go on, on this thread.
    @usableFromInline
    func open() {
        let state = word.bitwiseAnd(~Bit.pausedByOwner, ordering: .acquiringAndReleasing).oldValue
        if state & Bit.pausedByOwner != 0, state & Bit.linked != 0 { spread(resuming: true) }
    }

    /// Keeps what goes on with a source, if the scope is not open; a stopped scope drops it.
    ///
    /// - Parameter resume: Called once, by the thread that opens the scope.
    /// - Returns: False if the scope is open: then the source goes on by itself and `resume` is not kept.
    @usableFromInline
    func park(_ resume: @escaping @Sendable () -> Void) -> Bool {
        let lock = sharedLock
        lock.lock()
        defer { lock.unlock() }
        let state = word.bitwiseOr(Bit.linked | Bit.used, ordering: .acquiringAndReleasing).oldValue
        if state & Bit.notOpen == 0 { return false }
        if state & Bit.stopped == 0 {
            precondition(parked == nil, "two sources parked in one scope: each needs a child of its own")
            parked = resume
        }
        return true
    }

    /// Runs work now if the scope is open, when it opens if it is paused, never if it is stopped.
    @inlinable
    func whenOpen(_ work: @escaping @Sendable () -> Void) {
        if isOpen || !park(work) { work() }
    }

    /// Brings the scopes below in line with this one's pause.
    ///
    /// - Parameter resuming: Whether to let go on what may. Only who opens does: pausing calls nobody.
    private func spread(resuming: Bool) {
        var resumed: [@Sendable () -> Void] = []
        let lock = sharedLock
        lock.lock()
        if resuming, let resume = takeParkedIfOpen() { resumed.append(resume) }
        let isPaused = word.load(ordering: .relaxed) & Bit.paused != 0
        var cursor = firstChild
        while let scope = cursor {
            let state =
                isPaused
                ? scope.word.bitwiseOr(Bit.pausedByParent, ordering: .acquiringAndReleasing).oldValue
                : scope.word.bitwiseAnd(~Bit.pausedByParent, ordering: .acquiringAndReleasing).oldValue
            if resuming, let resume = scope.takeParkedIfOpen() { resumed.append(resume) }
            let goesDeeper = state & Bit.pausedByOwner == 0 && (state & Bit.pausedByParent == 0) == isPaused
            cursor = goesDeeper ? scope.firstChild ?? scope.successor(below: self) : scope.successor(below: self)
        }
        lock.unlock()
        for resume in resumed { resume() }
    }

    private func takeParkedIfOpen() -> (@Sendable () -> Void)? {
        guard isOpen, let resume = parked else { return nil }
        parked = nil
        guard let resumer else { return resume }
        return { self.schedule(resume, on: resumer) }
    }

    /// Runs work once on a scheduler, unless this scope stops first.
    private func schedule(_ work: @escaping @Sendable () -> Void, on scheduler: any Scheduler) {
        let pending = makeChild()
        let scheduled = scheduler.schedule {
            pending.stop()
            work()
        }
        pending.onStop { scheduled.dispose() }
    }

    /// The next scope in the walk below `root` that does not lie below this one.
    private func successor(below root: Scope) -> Scope? {
        var scope = self
        while scope.next == nil, let parent = scope.parent?.takeUnretainedValue(), parent !== root {
            scope = parent
        }
        return scope.next
    }
}
