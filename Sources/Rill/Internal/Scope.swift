public import Synchronization

/// The life of one subscription, or of a part of it: open, paused or stopped.
///
/// A source that can stop looks at the scope before each element: one plain load tells all three states. Operators that
/// merely transform share their subscriber's scope; operators that end, restart or hold back their source while the
/// subscriber lives make a child. Pausing or stopping a scope reaches its children.
///
/// Whoever makes a scope stops it when the end of the stream arrives there; what is sent afterwards is dropped by the
/// source, which sees the stop.
@usableFromInline
final class Scope: @unchecked Sendable {  // `word` is atomic; the links are guarded by the lock of the scope's tree
    /// What the bits of `word` mean.
    ///
    /// A scope with none of the first three is open.
    @usableFromInline
    enum Bit {
        @usableFromInline static let pausedByOwner: UInt32 = 1
        @usableFromInline static let pausedByParent: UInt32 = 2
        @usableFromInline static let stopped: UInt32 = 4
        /// Something hangs on this scope, or it hangs on something: its ends have to look at the links.
        @usableFromInline static let linked: UInt32 = 8
        /// Something has been hung below this scope or parked in it since it was made, or an error has come through it.
        @usableFromInline static let used: UInt32 = 16

        /// The bits that count the queues of `Observer.holding` below which the scope was made.
        static let aheadCount: UInt32 = 31 << aheadShift
        static let aheadShift: UInt32 = 8

        @usableFromInline static let paused: UInt32 = pausedByOwner | pausedByParent
        @usableFromInline static let notOpen: UInt32 = paused | stopped
    }

    @usableFromInline let word: Atomic<UInt32>

    /// How many scopes lie above this one.
    ///
    /// After sixteen levels come sixteen that hop through the trampoline, so that nesting without end does not eat the
    /// stack. So many in a row, as not every operator that opens a level can hop.
    @usableFromInline let depth: UInt32

    /// One lock for the whole tree of scopes below a root; made when a root gets its first link.
    private let treeLock = LazyReference<Lock>()
    let inheritedLock: Lock?

    /// The scheduler on which parked sources are resumed; `nil` for the thread that resumes.
    let resumer: (any Scheduler)?

    /// What a test keeps of the subscription; nil where none watches.
    let record: SubscriptionRecord?

    /// Where the error of this scope has come through; made when there is one.
    @usableFromInline let trail = LazyReference<Trail>()

    /// The checkpoint that this scope is the upper side of.
    let checkpoint: Trail.Checkpoint?

    /// Runs when the scope stops; touched only by the one who stopped it.
    var action: (@Sendable () -> Void)?

    // Guarded by the tree's lock. A parent owns its children; the way back is not counted, and cleared before it dangles.
    var parent: Unmanaged<Scope>?
    var firstChild: Scope?
    var next: Scope?
    var previous: Unmanaged<Scope>?
    var parked: (@Sendable () -> Void)?

    /// Makes a root that is no subscription of its own: a piece of work, or what a test stands on.
    @usableFromInline
    init() {
        record = nil
        word = Atomic(0)
        depth = 0
        inheritedLock = nil
        resumer = nil
        checkpoint = nil
        action = nil
    }

    /// Makes a root: the scope of a whole subscription.
    ///
    /// - Parameters:
    ///   - name: What subscribes.
    ///   - place: Where.
    @usableFromInline
    init(_ name: StaticString, _ place: Place) {
        record = SubscriptionWatch.isUsed ? SubscriptionRecord.make(.subscription(name, place)) : nil
        // The end of a subscription that is watched is looked at.
        word = Atomic(record == nil ? 0 : Bit.linked)
        depth = 0
        inheritedLock = nil
        resumer = nil
        checkpoint = nil
        action = nil
        record?.enter()
    }

    /// Makes a root that runs an action when it stops.
    init(action: @escaping @Sendable () -> Void) {
        word = Atomic(Bit.linked)
        depth = 0
        inheritedLock = nil
        resumer = nil
        record = nil
        checkpoint = nil
        self.action = action
    }

    private init(
        below parent: Scope, depth: UInt32, lock: Lock, resumer: (any Scheduler)?,
        checkpoint: Trail.Checkpoint?, action: (@Sendable () -> Void)?
    ) {
        word = Atomic(Bit.linked | parent.word.load(ordering: .relaxed) & Bit.aheadCount)
        self.depth = depth
        inheritedLock = lock
        self.resumer = resumer
        record = parent.record
        self.checkpoint = checkpoint
        self.action = action
        record?.enter()
    }

    deinit {
        // Nobody can reach this scope any more, so nobody could stop it: what hangs on it ends with it. The action of a
        // root belongs to a handle that was dropped, which does nothing.
        if word.load(ordering: .acquiring) & (Bit.stopped | Bit.linked) == Bit.linked {
            word.bitwiseOr(Bit.stopped, ordering: .acquiringAndReleasing)
            if depth == 0 { action = nil }
            stopLinked()
        }
        record?.leave()
    }

    // MARK: Looking

    @inlinable
    var isOpen: Bool { word.load(ordering: .relaxed) & Bit.notOpen == 0 }

    @inlinable
    var isStopped: Bool { word.load(ordering: .relaxed) & Bit.stopped != 0 }

    @inlinable
    var isPaused: Bool { !isOpen && !isStopped }

    @inlinable
    var isPausedByOwner: Bool { word.load(ordering: .relaxed) & Bit.pausedByOwner != 0 }

    /// Whether the scope is open, nothing was ever hung below it or parked in it, and no error came through it: it may
    /// serve once more.
    @inlinable
    var isPristine: Bool { word.load(ordering: .acquiring) & ~Bit.linked == 0 }

    /// Whether work at this level should hop through the trampoline instead of nesting.
    @inlinable
    var hops: Bool { depth & 16 != 0 }

    /// Whether a source at this level should be subscribed to from the trampoline by operators that otherwise subscribe
    /// directly, whatever the depth, because the order in which sources start matters there: 16 levels in 128.
    @usableFromInline
    var startsHop: Bool { depth & 0x70 == 0x70 }

    /// Whether a source may be started in this scope while it is paused: few others have been started so, one below the
    /// other.
    @usableFromInline
    var mayRunAhead: Bool { word.load(ordering: .relaxed) & Bit.aheadCount < 16 << Bit.aheadShift }

    /// Counts a queue of `Observer.holding`, for this scope and those that are made below it.
    func countAhead() {
        word.wrappingAdd(1 << Bit.aheadShift, ordering: .relaxed)
    }

    // MARK: Growing

    /// Makes a scope that is paused and stopped with this one.
    ///
    /// - Returns: The child; stopped already if this scope is.
    @usableFromInline
    func makeChild() -> Scope {
        makeChild(depth: depth + 1, resumer: resumer, action: nil)
    }

    /// Makes a child whose sources are resumed on a scheduler after a pause.
    ///
    /// - Parameter scheduler: The scheduler that the sources belong to.
    /// - Returns: The child; stopped already if this scope is.
    func makeChild(resumingOn scheduler: any Scheduler) -> Scope {
        makeChild(depth: depth + 1, resumer: scheduler, action: nil)
    }

    /// Makes a scope between this one and its sources, which does not count as a level.
    ///
    /// - Returns: The gate; stopped already if this scope is.
    @usableFromInline
    func makeGate() -> Scope {
        makeChild(depth: depth, resumer: resumer, action: nil)
    }

    /// Makes a gate that has a name in the way of an error.
    ///
    /// - Parameter step: The name and its place.
    /// - Returns: The gate; stopped already if this scope is.
    func makeCheckpoint(_ step: ErrorTrace.Step) -> Scope {
        makeCheckpoint(.step(step), depth: depth)
    }

    /// Makes a scope for a source in tail position: it adds the operator to the trace of an error.
    ///
    /// - Parameter site: The operator.
    /// - Returns: The scope, which counts as a level; stopped already if this scope is.
    func makeTail(_ site: Site) -> Scope {
        makeCheckpoint(.site(site), depth: depth + 1)
    }

    /// Whether errors that leave this scope are noted for an operator, alone or with a few others.
    func isTail(of site: Site) -> Bool {
        checkpoint?.contains(site) == true
    }

    private func makeCheckpoint(_ mark: Trail.Mark, depth: UInt32) -> Scope {
        let checkpoint = Trail.Checkpoint(mark, outer: checkpoint)
        let gate = makeChild(depth: depth, resumer: resumer, checkpoint: checkpoint, action: nil)
        // One way for both sides: what the upper side sends to arrives on the lower.
        _ = gate.trail.storeIfNil(sharedTrail)
        return gate
    }

    /// Runs an action when this scope stops; at once if it has stopped already.
    ///
    /// - Returns: A handle that runs the action earlier.
    @usableFromInline
    @discardableResult
    func onStop(_ action: @escaping @Sendable () -> Void) -> Disposable {
        Disposable(makeChild(depth: depth + 1, resumer: nil, action: action))
    }

    private func makeChild(
        depth: UInt32, resumer: (any Scheduler)?, checkpoint: Trail.Checkpoint? = nil,
        action: (@Sendable () -> Void)?
    ) -> Scope {
        let lock = sharedLock
        let child = Scope(
            below: self, depth: depth, lock: lock, resumer: resumer, checkpoint: checkpoint, action: action)
        lock.lock()
        let state = word.bitwiseOr(Bit.linked | Bit.used, ordering: .acquiringAndReleasing).oldValue
        if state & Bit.stopped != 0 {
            lock.unlock()
            child.stop()
            return child
        }
        if state & Bit.paused != 0 {
            child.word.bitwiseOr(Bit.pausedByParent, ordering: .relaxed)
        }
        child.parent = .passUnretained(self)
        if let sibling = firstChild {
            sibling.previous = .passUnretained(child)
            child.next = sibling
        }
        firstChild = child
        lock.unlock()
        return child
    }

    var sharedLock: Lock {
        inheritedLock ?? treeLock.load() ?? treeLock.storeIfNil(Lock())
    }

    var sharedTrail: Trail {
        if let trail = trail.load() { return trail }
        word.bitwiseOr(Bit.used, ordering: .relaxed)
        return trail.storeIfNil(Trail())
    }
}
