/// Where the error of a scope has come through so far.
@usableFromInline
final class Trail: @unchecked Sendable {  // guarded by `lock`
    /// A step as it is noted; made into texts when someone reads it.
    enum Mark {
        case site(Site)
        case step(ErrorTrace.Step)
    }

    /// A step that a scope adds to the trace of each error that leaves it.
    ///
    /// `outer` is the next checkpoint on the way to the subscriber.
    final class Checkpoint: Sendable {
        let mark: Mark
        let outer: Checkpoint?

        init(_ mark: Mark, outer: Checkpoint?) {
            self.mark = mark
            self.outer = outer
        }

        /// Whether this checkpoint, or one of the few next to it, stands for an operator.
        func contains(_ site: Site) -> Bool {
            var next: Checkpoint? = self
            for _ in 0..<8 {
                guard let checkpoint = next, case .site = checkpoint.mark else { return false }
                if checkpoint.mark.isSame(as: .site(site)) { return true }
                next = checkpoint.outer
            }
            return false
        }
    }

    private let lock = Lock()
    private var marks: [Mark] = []

    /// The checkpoint behind which the last step was noted: those from there to the subscriber are still to come.
    private var place: Checkpoint?

    /// All steps, the checkpoints included that the error passes on its way out of the scope.
    var all: [Mark] {
        lock.withLock {
            var all = marks
            var next = place
            while let checkpoint = next {
                all.append(checkpoint.mark)
                next = checkpoint.outer
            }
            return Array(all.prefix(ErrorTrace.limit))
        }
    }

    /// Adds steps that are taken behind a checkpoint, and before them the checkpoints since the last step.
    func append(_ more: [Mark], behind checkpoint: Checkpoint?) {
        lock.withLock {
            while let passed = place, passed !== checkpoint {
                add(passed.mark)
                place = passed.outer
            }
            place = checkpoint
            for mark in more { add(mark) }
        }
    }

    private func add(_ mark: Mark) {
        // An operator that is built on itself, as `zip` of three on `zip` of two, is one step.
        if let last = marks.last, last.isSame(as: mark) { return }
        if marks.count == ErrorTrace.limit {
            // However long the way, the place of the subscription is told.
            guard mark.isSubscription else { return }
            marks.removeLast()
        }
        marks.append(mark)
    }
}

extension Trail.Mark {
    var isSubscription: Bool {
        if case .site(let site) = self { site.kind == .subscription } else { false }
    }

    /// Whether two marks are the same step; looked at for each, and so by address.
    func isSame(as other: Self) -> Bool {
        guard case .site(let one) = self, case .site(let two) = other else { return false }
        return one.place.bits == two.place.bits && one.name.utf8Start == two.name.utf8Start
    }

    var step: ErrorTrace.Step {
        switch self {
        case .site(let site): site.step
        case .step(let step): step
        }
    }
}
