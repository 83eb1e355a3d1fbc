public import Synchronization

/// The lifetime of a subscription, or of a part of it, which is open, paused, or stopped.
///
/// A source that can be stopped checks the scope before each element, which is a single plain load for all three
/// states. Operators that only transform events share their subscriber's scope. Operators that stop, restart, or pause
/// their source independently of the subscriber create a child scope. Pausing or stopping a scope also affects its
/// children. A source *parks* in a paused scope: it stops emitting and stores a closure that resumes it.
///
/// When the terminal event arrives, the creator of a scope stops it. The source then drops later events. The actions of the
/// scopes, which release resources, run after the event has reached the subscriber; see `beginStop`.
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
        /// The scope has or had a parent, children, or a parked source, so stopping or pausing must process the links.
        @usableFromInline static let linked: UInt32 = 8
        /// A child or an action has been added to the scope, a source has parked in it, or an error has passed through
        /// it.
        @usableFromInline static let used: UInt32 = 16
        /// The scope stores an `action`, which belongs to the thread that clears this bit or, if the bit is never
        /// cleared, to the thread that sets `stopped`.
        @usableFromInline static let hasAction: UInt32 = 32
        /// `action` also runs if the scope is released without having been stopped.
        @usableFromInline static let runsOnRelease: UInt32 = 64
        /// The scope was created as a child of another scope.
        @usableFromInline static let isChild: UInt32 = 128
        /// The scope is the root of a subscription that has instruments or whose elements are counted.
        @usableFromInline static let instrumented: UInt32 = 1 << 13
        /// The scope is the root of a subscription that is recorded or has instruments.
        @usableFromInline static let observed: UInt32 = 1 << 14
        /// The scope was created, or its source was started, during a pause, and the scope has not been open since.
        static let isLate: UInt32 = 1 << 15
        /// The scope belongs to a source of a `Sequencer` or of `startWith`, which can hold events while the subscriber is
        /// paused, or to a source whose events the subscriber does not receive.
        static let holds: UInt32 = 1 << 16
        /// A source below this scope, which `holds`, continues during a pause, so the events must be held.
        @usableFromInline static let runsAhead: UInt32 = 1 << 17
        /// The scope is the parent of the sources whose events are held; the owner pauses it if there are many of them.
        static let limitsHeld: UInt32 = 1 << 18
        /// The scope is stopped, but its action runs only after the terminal event has arrived; see `beginStop`.
        ///
        /// The action belongs to the thread that clears this bit.
        @usableFromInline static let isEnding: UInt32 = 1 << 19
        /// The scope has or had children or a parked source.
        @usableFromInline static let hasWaiting: UInt32 = 1 << 20
        /// The parked closure is a handler of `onResume`, which runs after each pause.
        static let staysParked: UInt32 = 1 << 21
        /// A pause has reached all scopes below this one.
        ///
        /// This bit changes only with the tree's lock held.
        static let pauseArrived: UInt32 = 1 << 22

        /// Whether the actions of a scope in the given state have run or are about to run, so that no further ones can be
        /// added.
        static func isFinal(_ state: UInt32) -> Bool { state & (stopped | isEnding) == stopped }

        /// The bits that contain the number of `Observer.holding` queues above this scope.
        static let aheadCount: UInt32 = 31 << aheadShift
        static let aheadShift: UInt32 = 8

        @usableFromInline static let paused: UInt32 = pausedByOwner | pausedByParent
        @usableFromInline static let notOpen: UInt32 = paused | stopped
    }

    @usableFromInline let word: Atomic<UInt32>

    /// The number of ancestors of this scope.
    ///
    /// The trampoline is used for 16 of every 32 levels, so that unlimited nesting does not exhaust the stack. Several
    /// consecutive levels are needed because some operators that add a level cannot use the trampoline.
    @usableFromInline let depth: UInt32

    /// The lock shared by all scopes below a root.
    ///
    /// The lock is created when the root gets its first link.
    let treeLock: LazyReference<TreeLock>

    /// The call site of the subscription to which this scope belongs.
    @usableFromInline let callSite: CallSite

    /// The properties that most scopes do not have.
    let attributes: Attributes?

    /// The error trace of this scope.
    ///
    /// Created when an error occurs.
    @usableFromInline let errorPath = LazyReference<ErrorPath>()

    /// The action that runs when the scope stops; see `Bit.hasAction`.
    var action: (@Sendable () -> Void)?

    // Guarded by the tree's lock. A parent owns its children; references to parents are unowned and cleared before they
    // dangle.
    var parent: Unmanaged<Scope>?
    var firstChild: Scope?
    var next: Scope?
    var previous: Unmanaged<Scope>?
    var parked: (@Sendable () -> Void)?

    /// The place of the parked source among all parked sources of the tree; see `park`.
    var place: (UInt64, UInt64) = (0, 0)

    /// The time at which the current pause began, by the clock of the tree.
    var pausedAt: UInt64 = 0

    /// Creates the root scope of a subscription.
    ///
    /// - Parameters:
    ///   - name: The name of the subscribing operator.
    ///   - callSite: The call site of the subscription.
    ///   - context: The values that the sources see. Defaults to `nil`, which means none.
    ///   - begins: Whether the subscription begins now instead of in `attachRoot`. Defaults to `false`. If `true`, the
    ///     initializer calls the instruments itself, because the compiler would not allocate the scope on the stack if
    ///     the scope were passed to a function.
    @usableFromInline
    init(_ name: StaticString, _ callSite: CallSite, context: StreamContext? = nil, begins: Bool = false) {
        if SubscriptionWatch.isUsed || context != nil {
            let attributes = Attributes.make(name, callSite, context)
            word = Atomic(attributes?.bits ?? 0)
            self.attributes = attributes
            attributes?.values.record?.enter()
            if begins { attributes?.values.instrumentation?.begin() }
        } else {
            word = Atomic(0)
            attributes = nil
        }
        depth = 0
        treeLock = LazyReference()
        self.callSite = callSite
        action = nil
    }

    /// Creates a root that does not represent a subscription, such as a work item.
    ///
    /// - Parameter action: An action that runs when the root stops, but not when it is released. Defaults to `nil`.
    init(action: (@Sendable () -> Void)? = nil) {
        word = Atomic(action == nil ? 0 : Bit.hasAction)
        depth = 0
        treeLock = LazyReference()
        callSite = .none
        attributes = nil
        self.action = action
    }

    /// Creates a child, with an action that runs when the child stops or is released.
    init(
        below parent: Scope, depth: UInt32, attributes: Attributes?, action: (@Sendable () -> Void)?, bits: UInt32 = 0
    ) {
        let bits = bits | Bit.linked | Bit.isChild | (action == nil ? 0 : Bit.hasAction | Bit.runsOnRelease)
        word = Atomic(bits | parent.word.load(ordering: .relaxed) & Bit.aheadCount)
        self.depth = depth
        treeLock = LazyReference(parent.sharedLock)
        callSite = parent.callSite
        self.attributes = attributes
        self.action = action
        attributes?.values.record?.enter()
    }

    deinit {
        // No references to this scope are left, so nothing else can stop its descendants.
        let state = word.load(ordering: .acquiring)
        if !Bit.isFinal(state), state & (Bit.linked | Bit.hasAction) != 0 {
            word.store(state & ~Bit.isEnding | Bit.stopped, ordering: .relaxed)
            if state & Bit.runsOnRelease == 0 { action = nil }
            stopLinked()
        }
        attributes?.values.record?.leave()
    }

    // MARK: State

    @inlinable
    var isOpen: Bool { word.load(ordering: .relaxed) & Bit.notOpen == 0 }

    @inlinable
    var isStopped: Bool { word.load(ordering: .relaxed) & Bit.stopped != 0 }

    @inlinable
    var isPaused: Bool { !isOpen && !isStopped }

    /// Whether this is the root of a subscription that has instruments or whose elements are counted.
    @inlinable
    var isInstrumented: Bool { word.load(ordering: .relaxed) & Bit.instrumented != 0 }

    /// Whether this is the root of a subscription that is recorded or has instruments.
    @inlinable
    var isObserved: Bool { word.load(ordering: .relaxed) & Bit.observed != 0 }

    @inlinable
    var isPausedByOwner: Bool { word.load(ordering: .relaxed) & Bit.pausedByOwner != 0 }

    /// Whether the scope is open and unused: it has never had a child, an action, or a parked source, and no error has passed
    /// through it.
    ///
    /// Such a scope can be reused.
    @inlinable
    var isPristine: Bool { word.load(ordering: .acquiring) & ~(Bit.linked | Bit.isChild) == 0 }

    /// Whether work at this level uses the trampoline, which runs it later if the stack is deep.
    @inlinable
    var usesTrampoline: Bool { depth & 16 != 0 }
}

/// The lock of a tree of scopes, with a logical clock that orders the events of the tree.
@usableFromInline
final class TreeLock: Lock, @unchecked Sendable {  // guarded by itself
    private var time: UInt64 = 0

    /// A parked source whose resumption waits for a scheduler, and the scope that has been opened.
    struct ScheduledTurn: Hashable {
        let root: ObjectIdentifier
        let source: ObjectIdentifier
    }

    /// The turns that are scheduled.
    ///
    /// The scheduled work retains the scopes.
    var scheduledTurns: Set<ScheduledTurn> = []

    /// Advances the clock.
    func tick() -> UInt64 {
        time += 1
        return time
    }
}
