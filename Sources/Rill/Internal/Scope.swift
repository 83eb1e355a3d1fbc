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
    private let inheritedLock: Lock?

    /// The scheduler of the nearest `subscribeOn` below this scope's subscriber; nil if there is none.
    ///
    /// Parked sources are resumed there, and when a scope outside stops, the actions of this one run there.
    private let home: Home?

    /// What a test keeps of the subscription; nil where none watches.
    let record: SubscriptionRecord?

    /// Where the error of this scope has come through; made when there is one.
    @usableFromInline let trail = LazyReference<Trail>()

    /// The checkpoint that this scope is the upper side of.
    let checkpoint: Trail.Checkpoint?

    /// Runs when the scope stops; touched only by the one who stopped it.
    private var action: (@Sendable () -> Void)?

    // Guarded by the tree's lock. A parent owns its children; the way back is not counted, and cleared before it dangles.
    var parent: Unmanaged<Scope>?
    var firstChild: Scope?
    var next: Scope?
    var previous: Unmanaged<Scope>?
    private var parked: (@Sendable () -> Void)?

    /// Makes a root that is no subscription of its own: a piece of work, or what a test stands on.
    @usableFromInline
    init() {
        record = nil
        word = Atomic(0)
        depth = 0
        inheritedLock = nil
        home = nil
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
        home = nil
        checkpoint = nil
        action = nil
        record?.enter()
    }

    /// Makes a root that runs an action when it stops.
    init(action: @escaping @Sendable () -> Void) {
        word = Atomic(Bit.linked)
        depth = 0
        inheritedLock = nil
        home = nil
        record = nil
        checkpoint = nil
        self.action = action
    }

    private init(
        below parent: Scope, depth: UInt32, lock: Lock, home: Home?,
        checkpoint: Trail.Checkpoint?, action: (@Sendable () -> Void)?
    ) {
        word = Atomic(Bit.linked)
        self.depth = depth
        inheritedLock = lock
        self.home = home
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

    // MARK: Growing

    /// Makes a scope that is paused and stopped with this one.
    ///
    /// - Returns: The child; stopped already if this scope is.
    @usableFromInline
    func makeChild() -> Scope {
        makeChild(depth: depth + 1, home: home, action: nil)
    }

    /// Makes a child whose sources are resumed on a scheduler, where their actions run, too, when this scope stops.
    ///
    /// - Parameter scheduler: The scheduler that the sources belong to.
    /// - Returns: The child; stopped already if this scope is.
    func makeChild(on scheduler: any Scheduler) -> Scope {
        makeChild(depth: depth + 1, home: Home(scheduler), action: nil)
    }

    /// Makes a scope between this one and its sources, which does not count as a level.
    ///
    /// - Returns: The gate; stopped already if this scope is.
    @usableFromInline
    func makeGate() -> Scope {
        makeChild(depth: depth, home: home, action: nil)
    }

    /// Makes a gate that has a name in the way of an error.
    ///
    /// - Parameter step: The name and its place.
    /// - Returns: The gate; stopped already if this scope is.
    func makeCheckpoint(_ step: ErrorTrace.Step) -> Scope {
        makeCheckpoint(.step(step))
    }

    /// Makes the scope for a source that takes over the observer of an operator.
    ///
    /// An operator that is built on itself asks again and again: it gets the same scope.
    ///
    /// - Parameter site: The operator, for the trace of an error.
    /// - Returns: A gate, or this scope if it stands for the operator already.
    @usableFromInline
    func makeTail(_ site: Site) -> Scope {
        checkpoint?.contains(site) == true ? self : makeCheckpoint(.site(site))
    }

    /// Whether this scope is a checkpoint of an operator, see `makeTail(_:)`.
    @usableFromInline
    var isTail: Bool {
        if case .site? = checkpoint?.mark { true } else { false }
    }

    private func makeCheckpoint(_ mark: Trail.Mark) -> Scope {
        let checkpoint = Trail.Checkpoint(mark, outer: checkpoint)
        let gate = makeChild(depth: depth, home: home, checkpoint: checkpoint, action: nil)
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
        Disposable(makeChild(depth: depth + 1, home: home, action: action))
    }

    private func makeChild(
        depth: UInt32, home: Home?, checkpoint: Trail.Checkpoint? = nil,
        action: (@Sendable () -> Void)?
    ) -> Scope {
        let lock = sharedLock
        let child = Scope(
            below: self, depth: depth, lock: lock, home: home, checkpoint: checkpoint, action: action)
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

    private var sharedLock: Lock {
        inheritedLock ?? treeLock.load() ?? treeLock.storeIfNil(Lock())
    }

    var sharedTrail: Trail {
        if let trail = trail.load() { return trail }
        word.bitwiseOr(Bit.used, ordering: .relaxed)
        return trail.storeIfNil(Trail())
    }

    // MARK: Stopping

    /// Stops this scope and all below it.
    ///
    /// - Returns: Whether this call did it, rather than an earlier one.
    @inlinable
    @discardableResult
    func stop() -> Bool {
        let state = word.bitwiseOr(Bit.stopped, ordering: .acquiringAndReleasing).oldValue
        if state & Bit.stopped != 0 { return false }
        if state & Bit.linked != 0 { stopLinked() }
        return true
    }

    /// Takes this scope out of its tree, stops all below it in a loop, and runs the actions with no lock held.
    ///
    /// All are marked as stopped at once, so that sources see it. The actions run on this thread, those of scopes that
    /// belong to another scheduler there.
    @usableFromInline
    func stopLinked() {
        let lock = sharedLock
        lock.lock()
        unlink()
        var chain = ScopeChain(stoppingChildrenOf: self)
        lock.unlock()
        finish()
        var elsewhere: [Home.Action] = []
        while let scope = chain.popFirst() {
            // Taken out of the scope, which refers to the scheduler: its pending work must not keep it in memory.
            if scope.home !== home, let home = scope.home, let action = scope.action.take() {
                elsewhere.append((home, action))
            }
            scope.finish()
        }
        if !elsewhere.isEmpty { Home.run(elsewhere) }
    }

    /// The scheduler that a `subscribeOn` has moved its source to; one for each subscription.
    private final class Home: Sendable {
        typealias Action = (home: Home, run: @Sendable () -> Void)

        let scheduler: any Scheduler

        init(_ scheduler: any Scheduler) {
            self.scheduler = scheduler
        }

        /// Runs actions on their schedulers, in order, as one piece of work where several belong to one scheduler.
        static func run(_ actions: [Action]) {
            var rest = actions[...]
            while let home = rest.first?.home {
                let group = rest.prefix { $0.home === home }.map(\.run)
                rest = rest.dropFirst(group.count)
                home.scheduler.schedule {
                    for action in group { action() }
                }
            }
        }
    }

    private func finish() {
        if inheritedLock == nil { record?.close() }
        parked = nil
        guard let action else { return }
        self.action = nil
        action()
    }

    private func unlink() {
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

    // MARK: Pausing

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
        guard let home else { return resume }
        return { home.scheduler.schedule(resume) }
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
