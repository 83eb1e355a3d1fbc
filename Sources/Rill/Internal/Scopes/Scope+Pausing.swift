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
    ///
    /// - Parameter willResume: A closure that is called before the sources resume, provided that the owner has paused
    ///   them.
    @usableFromInline
    func open(willResume: () -> Void = {}) {
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
    var isWaiting: Bool {
        // A stopped scope changes `parked` without the lock.
        isOpen && parked != nil
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
