/// The lifetime of a subscription, or of a part of it, in a `TurnModel`.
///
/// A scope that is paused or stopped pauses or stops all scopes below it.
final class TurnScope {
    let parent: TurnScope?

    /// Whether the operator that created the scope pauses it.
    fileprivate(set) var isHeld = false
    fileprivate var hasStopped = false

    /// The time at which the current pause began.
    fileprivate var pausedAt: Int

    /// Whether the scope was created during a pause that has not ended.
    fileprivate var isLate: Bool

    /// The source that waits for the end of the pause, and its place among all waiting sources.
    fileprivate var waiting: (place: (Int, Int), resume: () throws -> Void)?

    fileprivate init(below parent: TurnScope?) {
        self.parent = parent
        pausedAt = parent?.pausedAt ?? 0
        isLate = parent?.isPaused ?? false
    }

    var isStopped: Bool { path.contains { $0.hasStopped } }
    var isPaused: Bool { !isOpen && !isStopped }
    var isOpen: Bool { path.allSatisfy { !$0.isHeld && !$0.hasStopped } }

    fileprivate func isBelow(_ other: TurnScope) -> Bool { path.contains { $0 === other } }

    /// The scope and its ancestors.
    private var path: some Sequence<TurnScope> { sequence(first: self, next: \.parent) }
}

/// The scopes of a subscription and the turns of the paused sources.
final class TurnScopes {
    private var all: [TurnScope] = []
    private var time = 0

    func makeScope(below parent: TurnScope?) -> TurnScope {
        let scope = TurnScope(below: parent)
        all.append(scope)
        return scope
    }

    func pause(_ scope: TurnScope) {
        if scope.isHeld { return }
        all.removeAll(where: \.isStopped)
        let open = all.filter { $0.isOpen && $0.isBelow(scope) }
        scope.isHeld = true
        time += 1
        for scope in open { scope.pausedAt = time }
    }

    /// Stores a closure that resumes the source of a paused scope.
    ///
    /// The place is last, except that a source that is started during a pause precedes the source whose element caused
    /// the pause.
    func wait(_ scope: TurnScope, _ resume: @escaping () throws -> Void) {
        time += 1
        scope.waiting = ((scope.isLate ? scope.pausedAt : time, time), resume)
    }

    /// Ends a pause and resumes the waiting sources in order, unless they are paused again before their turn.
    func open(_ scope: TurnScope) throws {
        scope.isHeld = false
        let open = all.filter { $0.isOpen && $0.isBelow(scope) }
        for scope in open { scope.isLate = false }
        let places = open.compactMap { scope in scope.waiting.map { (scope: scope, place: $0.place) } }
        for (scope, _) in places.sorted(by: { $0.place < $1.place }) where scope.isOpen {
            let resume = scope.waiting?.resume
            scope.waiting = nil
            try resume?()
        }
    }

    func stop(_ scope: TurnScope) {
        scope.hasStopped = true
        scope.waiting = nil
    }
}
