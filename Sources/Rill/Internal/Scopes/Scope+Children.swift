internal import Synchronization

extension Scope {
    /// Creates a child scope, which is paused and stopped together with this one.
    ///
    /// - Returns: The child, which is already stopped if this scope is stopped.
    @usableFromInline
    func makeChild() -> Scope {
        makeChild(depth: depth + 1, attributes: attributes?.inherited, action: nil)
    }

    /// Creates a child scope without the attributes of this scope, so that a shared source can retain it for longer.
    ///
    /// - Returns: The child, which is already stopped if this scope is stopped.
    @usableFromInline
    func makeBareChild() -> Scope { makeChild(depth: depth + 1, attributes: nil, action: nil) }

    /// Creates a child scope for a source whose events can be held while the subscriber is paused, or do not have to be
    /// held, because the subscriber does not receive them.
    ///
    /// - Returns: The child, which is already stopped if this scope is stopped.
    @usableFromInline
    func makeHoldingChild() -> Scope {
        makeChild(depth: depth + 1, attributes: attributes?.inherited, action: nil, bits: Bit.holds)
    }

    /// Creates a child whose sources are resumed on a scheduler after a pause.
    ///
    /// - Parameter scheduler: The scheduler on which the sources resume.
    /// - Returns: The child, which is already stopped if this scope is stopped.
    func makeChild(resumingOn scheduler: any Scheduler) -> Scope {
        let attributes = attributes(changing: {
            $0.resumer = scheduler
            $0.checkpoint = nil
        })
        return makeChild(depth: depth + 1, attributes: attributes, action: nil)
    }

    /// Creates a scope between this one and its sources that does not count as a nesting level.
    ///
    /// - Returns: The gate, which is already stopped if this scope is stopped.
    @usableFromInline
    func makeIntermediate() -> Scope {
        makeChild(depth: depth, attributes: attributes?.inherited, action: nil)
    }

    /// Creates a gate that adds a named step to error traces.
    ///
    /// - Parameter step: The step, with its name and source location.
    /// - Returns: The gate, which is already stopped if this scope is stopped.
    func makeCheckpoint(_ step: ErrorTrace.Step) -> Scope {
        makeCheckpoint(.step(step), depth: depth)
    }

    /// Creates a scope for a source in tail position, which adds the operator to error traces.
    ///
    /// - Parameter site: The call site of the operator.
    /// - Returns: The scope, which counts as a nesting level and is already stopped if this scope is stopped.
    func makeTail(_ site: OperatorCallSite) -> Scope {
        makeCheckpoint(.site(site), depth: depth + 1)
    }

    /// Returns whether the given operator is recorded for errors that leave this scope, possibly along with a few other
    /// operators.
    func isTail(of site: OperatorCallSite) -> Bool {
        attributes?.values.checkpoint?.contains(site) == true
    }

    private func makeCheckpoint(_ mark: ErrorPath.Mark, depth: UInt32) -> Scope {
        makeIntermediate(depth: depth) { $0.checkpoint = ErrorPath.Checkpoint(mark, outer: $0.checkpoint) }
    }

    /// Creates a scope with another context between this one and its sources.
    ///
    /// The scope does not count as a nesting level.
    ///
    /// - Parameter context: The values that the sources see.
    /// - Returns: The scope, which is already stopped if this scope is stopped.
    func makeIntermediate(_ context: StreamContext) -> Scope {
        attributes?.values.record?.note(context, depth: depth)
        return makeIntermediate(depth: depth) { $0.context = context }
    }

    /// Creates a scope with other instruments between this one and its sources.
    ///
    /// The scope does not count as a nesting level.
    ///
    /// - Parameter instrumentation: The instruments.
    /// - Returns: The scope, which is already stopped if this scope is stopped.
    func makeIntermediate(_ instrumentation: Instrumentation) -> Scope {
        makeIntermediate(depth: depth) { $0.instrumentation = instrumentation }
    }

    private func makeIntermediate(depth: UInt32, _ change: (inout Attributes.Values) -> Void) -> Scope {
        let child = makeChild(depth: depth, attributes: attributes(changing: change), action: nil)
        // This scope and its child share one error trace, because events pass from one to the other.
        _ = child.errorPath.storeIfNil(sharedErrorPath)
        return child
    }

    /// Runs an action when this scope stops, or immediately if its actions have already run.
    ///
    /// The first action is stored in the scope itself, which needs no child and no lock.
    @usableFromInline
    func onStop(_ action: @escaping @Sendable () -> Void) {
        let claim = Bit.used | Bit.runsOnRelease
        let free = word.load(ordering: .relaxed)
        guard free & (claim | Bit.hasAction | Bit.stopped) == 0,
            word.bitwiseOr(claim, ordering: .acquiringAndReleasing).oldValue & (claim | Bit.hasAction) == 0
        else {
            addAction(action)
            return
        }
        self.action = action
        var state = word.load(ordering: .relaxed)
        var isStored = false
        while !isStored, !Bit.isFinal(state) {
            (isStored, state) = word.compareExchange(
                expected: state, desired: state | Bit.hasAction, ordering: .acquiringAndReleasing)
        }
        if !isStored {
            self.action = nil
            action()
        }
    }

    /// Runs an action when this scope stops, or immediately if its actions have already run.
    ///
    /// - Returns: A disposable that runs the action when it is disposed, if the scope has not stopped before.
    @discardableResult
    func addAction(_ action: @escaping @Sendable () -> Void) -> Disposable {
        Disposable(makeChild(depth: depth + 1, attributes: attributes?.inherited, action: action))
    }

    /// Removes and returns the action that `onStop` has stored, unless it has run.
    private func takeAction() -> (@Sendable () -> Void)? {
        let stored = Bit.hasAction | Bit.runsOnRelease
        var state = word.load(ordering: .relaxed)
        while !Bit.isFinal(state), state & stored == stored {
            let (isTaken, current) = word.compareExchange(
                expected: state, desired: state & ~Bit.hasAction, ordering: .acquiringAndReleasing)
            if isTaken { return action.take() }
            state = current
        }
        return nil
    }

    func makeChild(depth: UInt32, attributes: Attributes?, action: (@Sendable () -> Void)?, bits: UInt32 = 0) -> Scope {
        let child = Scope(below: self, depth: depth, attributes: attributes, action: action, bits: bits)
        let lock = sharedLock
        lock.lock()
        let state =
            word.bitwiseOr(Bit.linked | Bit.used | Bit.hasWaiting, ordering: .acquiringAndReleasing).oldValue
        if Bit.isFinal(state) {
            lock.unlock()
            child.stop()
            return child
        }
        if state & Bit.stopped != 0 { child.markEnding() }
        // A child is stopped before older actions run. A thread that stops this scope in the meantime waits for the
        // lock.
        if let earlier = takeAction() {
            link(Scope(below: self, depth: self.depth + 1, attributes: self.attributes?.inherited, action: earlier))
        }
        if state & Bit.paused != 0 {
            child.word.bitwiseOr(Bit.pausedByParent | Bit.isLate | Bit.pauseArrived, ordering: .relaxed)
            child.pausedAt = pausedAt
        } else if state & Bit.pauseArrived != 0 {
            note(pauseArrived: false)
        }
        link(child)
        lock.unlock()
        return child
    }

    /// Adds a child before the existing children.
    ///
    /// Must be called with the tree's lock held.
    func link(_ child: Scope) {
        child.parent = .passUnretained(self)
        if let sibling = firstChild {
            sibling.previous = .passUnretained(child)
            child.next = sibling
        }
        firstChild = child
    }

    var sharedLock: TreeLock {
        treeLock.load() ?? treeLock.storeIfNil(TreeLock())
    }

    var sharedErrorPath: ErrorPath {
        if let errorPath = errorPath.load() { return errorPath }
        word.bitwiseOr(Bit.used, ordering: .relaxed)
        return errorPath.storeIfNil(ErrorPath(sharedLock))
    }
}
