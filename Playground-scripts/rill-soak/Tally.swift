import Foundation
import Rill

/// The counts of all subscriptions and their outcomes.
final class Tally: @unchecked Sendable {  // `counts` is guarded by `lock`
    struct Counts: Sendable {
        var started = 0
        var ended = 0
        var completed = 0
        var failed = 0
        var cancelled = 0
        var faults = 0
        var bytes = 0
        var violations = 0
    }

    private let lock = NSLock()
    private var counts = Counts()
    private var faults: [Plan.Kind: Int] = [:]
    private var violations: [String] = []

    var current: Counts { lock.withLock { counts } }

    /// The number of requests for each fault, as text.
    var faultList: String {
        lock.withLock {
            Plan.Kind.allCases.compactMap { kind in faults[kind].map { "\(kind.rawValue) \($0)" } }
                .joined(separator: ", ")
        }
    }

    /// The first 20 violations, as text.
    var violationList: String { lock.withLock { violations.map { "  \($0)\n" }.joined() } }

    func start(_ plan: Plan) {
        lock.withLock {
            counts.started += 1
            guard plan.kind.isFault else { return }
            counts.faults += 1
            faults[plan.kind, default: 0] += 1
        }
    }

    func end(_ plan: Plan, _ end: Plan.End, bytes: Int) {
        lock.withLock {
            counts.ended += 1
            counts.bytes += bytes
            switch end {
            case .completed: counts.completed += 1
            case .failed, .rejected: counts.failed += 1
            case .cancelled: counts.cancelled += 1
            }
        }
    }

    func addViolation(_ text: String) {
        lock.withLock {
            counts.violations += 1
            if violations.count < 20 { violations.append(text) }
        }
    }
}
