public import Synchronization

extension Scope {
    /// Stops this scope and all of its descendants.
    ///
    /// - Returns: `true` if this call stopped the scope, or `false` if it was already stopped.
    @inlinable
    @discardableResult
    func stop() -> Bool {
        let state = word.bitwiseOr(Bit.stopped, ordering: .acquiringAndReleasing).oldValue
        if state & Bit.stopped != 0 { return false }
        if state & (Bit.linked | Bit.hasAction) != 0 { stopLinked() }
        return true
    }

    /// Returns a closure that stops this scope and runs work, unless the scope was already stopped.
    func cancelable(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        {
            if self.stop() { work() }
        }
    }

    /// Stops the sources of this scope and its descendants, and delays the actions until the terminal event has arrived.
    ///
    /// The scope that receives the terminal event runs the actions when it stops. That is either an ancestor, in which case
    /// the caller only sends the event, or this scope, in which case the caller delivers the event and then calls
    /// `finishStop`. Disposal of an ancestor runs the actions immediately.
    ///
    /// - Returns: `true` if this call stopped the scope, or `false` if it was already stopped.
    @inlinable
    @discardableResult
    func beginStop() -> Bool {
        guard let state = markEnding() else { return false }
        if state & (Bit.hasWaiting | Bit.observed) != 0 { beginStopLinked() }
        return true
    }

    /// Marks this scope as stopped, with its actions still to run.
    ///
    /// - Returns: The previous state, or `nil` if the scope was already stopped.
    @inlinable
    @discardableResult
    func markEnding() -> UInt32? {
        var state = word.load(ordering: .relaxed)
        while state & Bit.stopped == 0 {
            let (isMarked, current) = word.compareExchange(
                expected: state, desired: state | Bit.stopped | Bit.isEnding, ordering: .acquiringAndReleasing)
            if isMarked { return state }
            state = current
        }
        return nil
    }

    @usableFromInline
    func beginStopLinked() {
        if isObserved { reportStop() }
        // Parked sources never resume. Their closures are released without the lock.
        var dropped: [@Sendable () -> Void] = []
        sharedLock.withLock {
            guard word.load(ordering: .relaxed) & Bit.isEnding != 0 else { return }
            if let parked = parked.take() { dropped.append(parked) }
            // The descendants of a scope that is already stopped are marked by the thread that has stopped it.
            var cursor = firstChild
            while let scope = cursor {
                let isMarked = scope.markEnding() != nil
                if isMarked, let parked = scope.parked.take() { dropped.append(parked) }
                cursor = (isMarked ? scope.firstChild : nil) ?? scope.successor(below: self)
            }
        }
        withExtendedLifetime(dropped) {}
    }

    /// Runs the actions that `beginStop` has delayed, unless an ancestor has run them or will run them.
    @inlinable
    func finishStop() {
        let state = word.load(ordering: .acquiring)
        guard state & Bit.isEnding != 0 else { return }
        if state & Bit.isChild != 0 { return finishStopOfChild() }
        // A source can have added an action in the meantime.
        if let state = takeEnding(), state & (Bit.linked | Bit.hasAction) != 0 { stopLinked() }
    }

    /// Runs the actions that `beginStop` has delayed, even if an ancestor will run them.
    ///
    /// The first subscriber of a shared source leaves in this way, because an ancestor runs the actions after the subscribe
    /// call, which does not return while the source emits elements.
    @inlinable
    func finishStopBeforeAncestors() {
        if word.load(ordering: .relaxed) & Bit.isEnding != 0 { finishStopOfChild(beforeAncestors: true) }
    }

    @usableFromInline
    func finishStopOfChild(beforeAncestors: Bool = false) {
        let lock = sharedLock
        lock.lock()
        let isParentEnding = parent?._withUnsafeGuaranteedRef { $0.word.load(ordering: .relaxed) & Bit.isEnding != 0 }
        guard beforeAncestors || isParentEnding != true, takeEnding() != nil else { return lock.unlock() }
        tearDown(lock)
    }

    /// Stops this scope and runs its actions, including actions that `beginStop` has delayed.
    @usableFromInline
    func stopAndRelease() {
        beginStop()
        finishStop()
    }

    /// Takes over the actions that `beginStop` has delayed.
    ///
    /// - Returns: The previous state, or `nil` if there are no delayed actions.
    @inlinable
    func takeEnding() -> UInt32? {
        let state = word.bitwiseAnd(~Bit.isEnding, ordering: .acquiringAndReleasing).oldValue
        return state & Bit.isEnding == 0 ? nil : state
    }

    /// Removes this scope from its tree, stops its descendants iteratively, and runs the actions without holding a
    /// lock.
    @usableFromInline
    func stopLinked() {
        guard word.load(ordering: .acquiring) & Bit.linked != 0 else { return finish() }
        let lock = sharedLock
        lock.lock()
        tearDown(lock)
    }

    /// Unlocks the tree's lock, and runs the actions of this scope and its descendants.
    private func tearDown(_ lock: TreeLock) {
        unlink()
        var chain = ScopeChain(stoppingChildrenOf: self)
        lock.unlock()
        finish()
        while let scope = chain.popFirst() {
            scope.finish()
        }
        if isObserved { attributes?.values.record?.registry?.finish() }
    }

    private func finish() {
        let state = word.load(ordering: .acquiring)
        if state & Bit.isChild == 0 { reportStop() }
        parked = nil
        guard state & Bit.hasAction != 0, let action else { return }
        self.action = nil
        action()
    }

    /// Records that the subscription has ended.
    func reportStop() {
        attributes?.values.record?.close()
        attributes?.values.instrumentation?.end(.disposed)
    }

    func unlink() {
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
}
