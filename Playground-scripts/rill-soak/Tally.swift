import Rill

/// What has happened to all subscriptions so far.
final class Tally: @unchecked Sendable {  // `counts` is guarded by `lock`
    struct Counts: Sendable {
        var started = 0
        var ended = 0
        var completed = 0
        var failed = 0
        var cancelled = 0
        var faults: [Plan.Kind: Int] = [:]
        var bytes = 0

        /// What must not happen: the first few in words, and how many there were.
        var violations: [String] = []
        var violationCount = 0

        var faultCount: Int { faults.values.reduce(0, +) }
    }

    private let lock = Lock()
    private var counts = Counts()

    var current: Counts { lock.withLock { counts } }

    func start(_ plan: Plan) {
        lock.withLock {
            counts.started += 1
            if plan.kind.isFault { counts.faults[plan.kind, default: 0] += 1 }
        }
    }

    func end(_ plan: Plan, _ end: Plan.End, bytes: Int) {
        lock.withLock {
            counts.ended += 1
            counts.bytes += bytes
            switch end {
            case .completed: counts.completed += 1
            case .failed: counts.failed += 1
            case .cancelled: counts.cancelled += 1
            }
        }
    }

    func complain(_ text: String) {
        lock.withLock {
            counts.violationCount += 1
            if counts.violations.count < 20 { counts.violations.append(text) }
        }
    }
}
