/// The error trace recorded so far for a scope.
@usableFromInline
final class ErrorPath: @unchecked Sendable {  // guarded by `lock`
    /// A recorded step, converted to text only when it is read.
    enum Mark {
        case site(OperatorCallSite)
        case step(ErrorTrace.Step)
    }

    /// A step that a scope adds to the trace of each error that leaves it.
    ///
    /// `outer` is the next checkpoint toward the subscriber.
    final class Checkpoint: Sendable {
        let mark: Mark
        let outer: Checkpoint?

        init(_ mark: Mark, outer: Checkpoint?) {
            self.mark = mark
            self.outer = outer
        }

        /// Returns whether this checkpoint, or one of the next few, represents the given operator.
        func contains(_ site: OperatorCallSite) -> Bool {
            var next: Checkpoint? = self
            for _ in 0..<8 {
                guard let checkpoint = next, case .site = checkpoint.mark else { return false }
                if checkpoint.mark.isSame(as: .site(site)) { return true }
                next = checkpoint.outer
            }
            return false
        }
    }

    private let lock: Lock
    private var marks: [Mark] = []

    /// The innermost checkpoint that the error has not passed yet.
    ///
    /// This checkpoint and the ones outside it have not been recorded yet.
    private var pending: Checkpoint?

    /// - Parameter lock: The lock of the scope's tree.
    init(_ lock: Lock) {
        self.lock = lock
    }

    /// All recorded steps, followed by the checkpoints that the error will pass when it leaves the scope.
    var all: [Mark] {
        lock.withLock {
            var all = marks
            var next = pending
            while let checkpoint = next {
                all.append(checkpoint.mark)
                next = checkpoint.outer
            }
            return Array(all.prefix(ErrorTrace.limit))
        }
    }

    /// Records the checkpoints passed since the last step, up to the given checkpoint, and then the given steps.
    func append(_ marks: [Mark], _ last: Mark?, behind checkpoint: Checkpoint?) {
        lock.withLock {
            while let passed = pending, passed !== checkpoint {
                add(passed.mark)
                pending = passed.outer
            }
            pending = checkpoint
            for mark in marks { add(mark) }
            if let last { add(last) }
        }
    }

    private func add(_ mark: Mark) {
        // An operator that is composed of the same operator, such as a three-source `zip`, is recorded as one step.
        if let last = marks.last, last.isSame(as: mark) { return }
        if marks.count == ErrorTrace.limit {
            // The call site of the subscription is always included, even if the trace is truncated.
            guard case .site(let site) = mark, site.kind == .subscription else { return }
            marks.removeLast()
        }
        marks.append(mark)
    }
}

extension ErrorPath.Mark {
    /// Returns whether two marks represent the same step.
    func isSame(as other: Self) -> Bool {
        guard case .site(let one) = self, case .site(let two) = other else { return false }
        return one.isSame(as: two)
    }

    var step: ErrorTrace.Step {
        switch self {
        case .site(let site): site.step
        case .step(let step): step
        }
    }
}
