public import Synchronization

/// The lifetime of a subscription, or of a part of it: open, paused, or stopped.
///
/// A source that can be stopped checks the scope before each element, which is a single plain load for all three
/// states. Operators that only transform events share their subscriber's scope. Operators that stop, restart, or pause
/// their source independently of the subscriber create a child scope. Pausing or stopping a scope also affects its
/// children. A source *parks* in a paused scope: it stops emitting, and leaves a closure that resumes it.
///
/// The creator of a scope stops it when the terminal event arrives. The source observes the stop and drops later
/// events.
@usableFromInline
final class Scope: @unchecked Sendable {  // `word` is atomic; the links are guarded by the lock of the scope's tree
    /// The bits of `word`.
    ///
    /// A scope is open if none of the first three bits are set.
    @usableFromInline
    enum Bit {
        @usableFromInline static let pausedByOwner: UInt32 = 1
        @usableFromInline static let pausedByParent: UInt32 = 2
        @usableFromInline static let stopped: UInt32 = 4
        /// The scope has a parent, children, or an action, so that stopping or pausing must process the links.
        @usableFromInline static let linked: UInt32 = 8
        /// A child has been added to the scope, a source has parked in it, or an error has passed through it.
        @usableFromInline static let used: UInt32 = 16

        /// The bits that count the queues of `Observer.holding` above this scope.
        static let aheadCount: UInt32 = 31 << aheadShift
        static let aheadShift: UInt32 = 8

        @usableFromInline static let paused: UInt32 = pausedByOwner | pausedByParent
        @usableFromInline static let notOpen: UInt32 = paused | stopped
    }

    @usableFromInline let word: Atomic<UInt32>

    /// The number of ancestors of this scope.
    ///
    /// After every 16 levels, the next 16 levels use the trampoline, so that unlimited nesting does not exhaust the
    /// stack. Several consecutive levels are needed because some operators that add a level cannot use the trampoline.
    @usableFromInline let depth: UInt32

    /// The lock shared by all scopes below a root.
    ///
    /// Created when the root gets its first link.
    private let treeLock = LazyReference<Lock>()
    let inheritedLock: Lock?

    /// The scheduler on which parked sources are resumed; `nil` for the thread that resumes.
    let resumer: (any Scheduler)?

    /// The record of the subscription in a test; `nil` if the subscription is not observed.
    let record: SubscriptionRecord?

    /// The error trace of this scope.
    ///
    /// Created when an error occurs.
    @usableFromInline let errorPath = LazyReference<ErrorPath>()

    /// The checkpoint that an error passes when it leaves this scope.
    let checkpoint: ErrorPath.Checkpoint?

    /// The action that runs when the scope stops.
    ///
    /// Accessed only by the thread that stopped the scope.
    var action: (@Sendable () -> Void)?

    // Guarded by the tree's lock. A parent owns its children; references to parents are unowned and cleared before they
    // dangle.
    var parent: Unmanaged<Scope>?
    var firstChild: Scope?
    var next: Scope?
    var previous: Unmanaged<Scope>?
    var parked: (@Sendable () -> Void)?

    /// Creates a root that does not represent a subscription, such as a work item.
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

    /// Creates the root scope of a subscription.
    ///
    /// - Parameters:
    ///   - name: The name of the subscribing operator.
    ///   - callSite: The call site of the subscription.
    @usableFromInline
    init(_ name: StaticString, _ callSite: CallSite) {
        record = SubscriptionWatch.isUsed ? SubscriptionRecord.make(.subscription(name, callSite)) : nil
        // Linked, so that the end of an observed subscription is recorded.
        word = Atomic(record == nil ? 0 : Bit.linked)
        depth = 0
        inheritedLock = nil
        resumer = nil
        checkpoint = nil
        action = nil
        record?.enter()
    }

    /// Creates a root that runs an action when it stops.
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
        checkpoint: ErrorPath.Checkpoint?, action: (@Sendable () -> Void)?
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
        // There are no references to this scope left, so nothing else can stop its descendants. The action of a root
        // belongs to a disposable that was released, which must have no effect.
        if word.load(ordering: .acquiring) & (Bit.stopped | Bit.linked) == Bit.linked {
            word.bitwiseOr(Bit.stopped, ordering: .acquiringAndReleasing)
            if depth == 0 { action = nil }
            stopLinked()
        }
        record?.leave()
    }

    // MARK: State

    @inlinable
    var isOpen: Bool { word.load(ordering: .relaxed) & Bit.notOpen == 0 }

    @inlinable
    var isStopped: Bool { word.load(ordering: .relaxed) & Bit.stopped != 0 }

    @inlinable
    var isPaused: Bool { !isOpen && !isStopped }

    @inlinable
    var isPausedByOwner: Bool { word.load(ordering: .relaxed) & Bit.pausedByOwner != 0 }

    /// Whether the scope is open and unused: it has never had a child or a parked source, and no error has passed
    /// through it.
    ///
    /// Such a scope can be reused.
    @inlinable
    var isPristine: Bool { word.load(ordering: .acquiring) & ~Bit.linked == 0 }

    /// Whether work at this level should run on the trampoline instead of nesting.
    @inlinable
    var usesTrampoline: Bool { depth & 16 != 0 }

    /// Whether operators that subscribe to their sources directly at other depths, because the order of subscriptions
    /// matters, should use the trampoline at this level.
    ///
    /// True for 16 of every 128 levels.
    @usableFromInline
    var startsOnTrampoline: Bool { depth & 0x70 == 0x70 }

    /// Whether a source may be started in this scope while it is paused.
    ///
    /// The number of such sources nested in one another is limited.
    @usableFromInline
    var mayRunAhead: Bool { word.load(ordering: .relaxed) & Bit.aheadCount < 16 << Bit.aheadShift }

    /// Counts a queue of `Observer.holding`, for this scope and scopes that are created below it later.
    func countAhead() {
        word.wrappingAdd(1 << Bit.aheadShift, ordering: .relaxed)
    }

    // MARK: Children

    /// Creates a scope that is paused and stopped together with this one.
    ///
    /// - Returns: The child, which is already stopped if this scope is.
    @usableFromInline
    func makeChild() -> Scope {
        makeChild(depth: depth + 1, resumer: resumer, action: nil)
    }

    /// Creates a child whose sources are resumed on a scheduler after a pause.
    ///
    /// - Parameter scheduler: The scheduler on which the sources resume.
    /// - Returns: The child, which is already stopped if this scope is.
    func makeChild(resumingOn scheduler: any Scheduler) -> Scope {
        makeChild(depth: depth + 1, resumer: scheduler, action: nil)
    }

    /// Creates a scope between this one and its sources that does not count as a level.
    ///
    /// - Returns: The gate, which is already stopped if this scope is.
    @usableFromInline
    func makeIntermediate() -> Scope {
        makeChild(depth: depth, resumer: resumer, action: nil)
    }

    /// Creates a gate that adds a named step to error traces.
    ///
    /// - Parameter step: The step, with its name and source location.
    /// - Returns: The gate, which is already stopped if this scope is.
    func makeCheckpoint(_ step: ErrorTrace.Step) -> Scope {
        makeCheckpoint(.step(step), depth: depth)
    }

    /// Creates a scope for a source in tail position, which adds the operator to error traces.
    ///
    /// - Parameter site: The call site of the operator.
    /// - Returns: The scope, which counts as a level and is already stopped if this scope is.
    func makeTail(_ site: OperatorCallSite) -> Scope {
        makeCheckpoint(.site(site), depth: depth + 1)
    }

    /// Whether errors that leave this scope are recorded for an operator, possibly together with a few others.
    func isTail(of site: OperatorCallSite) -> Bool {
        checkpoint?.contains(site) == true
    }

    private func makeCheckpoint(_ mark: ErrorPath.Mark, depth: UInt32) -> Scope {
        let checkpoint = ErrorPath.Checkpoint(mark, outer: checkpoint)
        let child = makeChild(depth: depth, resumer: resumer, checkpoint: checkpoint, action: nil)
        // This scope and its child share one error trace, because events pass from one to the other.
        _ = child.errorPath.storeIfNil(sharedErrorPath)
        return child
    }

    /// Runs an action when this scope stops, or immediately if it has already stopped.
    ///
    /// - Returns: A disposable that runs the action earlier.
    @usableFromInline
    @discardableResult
    func onStop(_ action: @escaping @Sendable () -> Void) -> Disposable {
        Disposable(makeChild(depth: depth + 1, resumer: nil, action: action))
    }

    private func makeChild(
        depth: UInt32, resumer: (any Scheduler)?, checkpoint: ErrorPath.Checkpoint? = nil,
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

    var sharedErrorPath: ErrorPath {
        if let errorPath = errorPath.load() { return errorPath }
        word.bitwiseOr(Bit.used, ordering: .relaxed)
        return errorPath.storeIfNil(ErrorPath())
    }
}
