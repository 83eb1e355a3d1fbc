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
        if state & Bit.linked != 0 { spread(resuming: false) }
        return state & Bit.pausedByOwner == 0
    }

    /// Resumes the parked sources on this thread.
    @usableFromInline
    func open() {
        open(willResume: {})
    }

    /// Resumes the parked sources on this thread.
    ///
    /// - Parameter willResume: A closure that is called before the sources resume, provided that the owner has paused
    ///   them.
    func open(willResume: () -> Void) {
        let state = word.bitwiseAnd(~Bit.pausedByOwner, ordering: .acquiringAndReleasing).oldValue
        guard state & Bit.pausedByOwner != 0 else { return }
        willResume()
        if state & Bit.linked != 0 { spread(resuming: true) }
    }

    /// Parks a source: stores a closure that resumes it, unless the scope is open.
    ///
    /// If the scope is stopped, the closure is dropped.
    ///
    /// - Parameter resume: The closure that resumes the source. Called once, by the thread that opens the scope.
    /// - Returns: `true` if the source must wait; `false` if the scope is open, in which case `resume` is not stored
    ///   and the source continues by itself.
    @usableFromInline
    func park(_ resume: @escaping @Sendable () -> Void) -> Bool {
        let lock = sharedLock
        lock.lock()
        defer { lock.unlock() }
        let state = word.bitwiseOr(Bit.linked | Bit.used, ordering: .acquiringAndReleasing).oldValue
        if state & Bit.notOpen == 0 { return false }
        if state & Bit.stopped == 0 {
            precondition(
                parked == nil,
                """
                two closures wait for the same subscriber to resume: call whenResumed(_:) only in the source of a \
                stream, and once for each pause
                """)
            parked = resume
        }
        return true
    }

    /// Runs work immediately if the scope is open, or when it opens if it is paused.
    ///
    /// If the scope is stopped, the work never runs.
    ///
    /// The task-local values of the context are bound while the work runs.
    @usableFromInline
    func whenOpen(_ work: @escaping @Sendable () -> Void) {
        guard isOpen || !park(work) else { return }
        if let bindings { bindings.run(work) } else { work() }
    }

    /// Propagates the pause state of this scope to the scopes below it.
    ///
    /// - Parameter resuming: Whether to resume parked sources whose scopes are open. Must be `false` when pausing.
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
        guard let attributes else { return resume }
        let bound = attributes.context.bindings?.binding(resume) ?? resume
        guard let resumer = attributes.resumer else { return bound }
        return { self.schedule(bound, on: resumer, attributes) }
    }

    /// Runs work once on a scheduler, unless this scope stops first.
    private func schedule(
        _ work: @escaping @Sendable () -> Void, on scheduler: any Scheduler, _ attributes: Attributes
    ) {
        let pending = makeChild()
        let hop = ReportedHop(attributes, on: scheduler, after: nil)
        let run: @Sendable () -> Void = {
            pending.stop()
            work()
        }
        let scheduled = scheduler.schedule(hop?.reporting(run) ?? run)
        pending.onStop {
            scheduled.dispose()
            hop?.end(.canceled)
        }
    }

    /// Returns the next scope in the preorder traversal of `root` that is not a descendant of this scope.
    private func successor(below root: Scope) -> Scope? {
        var scope = self
        while scope.next == nil, let parent = scope.parent?.takeUnretainedValue(), parent !== root {
            scope = parent
        }
        return scope.next
    }
}
