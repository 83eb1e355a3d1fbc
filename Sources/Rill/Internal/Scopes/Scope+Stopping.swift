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

    /// Removes this scope from its tree, stops its descendants iteratively, and runs the actions without holding a
    /// lock.
    @usableFromInline
    func stopLinked() {
        guard word.load(ordering: .acquiring) & Bit.linked != 0 else { return finish() }
        let lock = sharedLock
        lock.lock()
        unlink()
        var chain = ScopeChain(stoppingChildrenOf: self)
        lock.unlock()
        finish()
        while let scope = chain.popFirst() {
            scope.finish()
        }
        if isObserved { attributes?.record?.settle() }
    }

    private func finish() {
        let state = word.load(ordering: .acquiring)
        if state & Bit.isChild == 0, let attributes {
            attributes.record?.close()
            attributes.instrumentation?.end(.disposed)
        }
        parked = nil
        guard state & Bit.hasAction != 0, let action else { return }
        self.action = nil
        action()
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
