/// One order of the events of three requests and their refreshes, with the expected results.
///
/// The plan is a second, simple implementation of the rules, without streams and threads. The middleware must produce the
/// same results.
struct AuthenticationPlan: Sendable, CustomStringConvertible {
    enum Step: Hashable, Sendable {
        /// A request is sent.
        case send(Int)

        /// The response arrives and reports that the token has expired.
        case reject(Int)

        /// The running refresh ends.
        case renew

        /// A request is disposed.
        case dispose(Int)
    }

    enum Fate: Hashable, Sendable {
        case idle
        case sent(generation: Int, failures: Int)
        case waiting
        case succeeded
        case failed(renewal: Int)
        case disposed
    }

    /// Whether each refresh succeeds, in order.
    ///
    /// Further refreshes succeed.
    let outcomes: [Bool]

    /// The request that is disposed at any time after it is sent and before it ends, or `nil` for none.
    let disposedRequest: Int?

    private(set) var steps: [Step] = []
    private(set) var fates = [Fate](repeating: .idle, count: 3)

    /// The generation that each refresh was for, in order.
    private(set) var renewals: [Int] = []

    /// The numbers of the refreshes that were canceled.
    private(set) var abandoned: Set<Int> = []

    private var generation = 0
    private var failures = 0
    private var lastFailure = 0
    private var isRenewing = false

    init(outcomes: [Bool], disposedRequest: Int? = nil) {
        self.outcomes = outcomes
        self.disposedRequest = disposedRequest
    }

    var description: String {
        steps.map { step in
            switch step {
            case .send(let number): "s\(number)"
            case .reject(let number): "r\(number)"
            case .renew: "R"
            case .dispose(let number): "d\(number)"
            }
        }
        .joined(separator: " ")
    }

    /// Returns all possible orders.
    func allOrders() -> [AuthenticationPlan] {
        let steps = possibleSteps
        return steps.isEmpty ? [self] : steps.flatMap { applying($0).allOrders() }
    }

    private var possibleSteps: [Step] {
        var steps: [Step] = isRenewing ? [.renew] : []
        for (number, fate) in fates.enumerated() {
            switch fate {
            case .idle: steps.append(.send(number))
            case .sent: steps.append(.reject(number))
            default: break
            }
            if number == disposedRequest, fate.canBeDisposed { steps.append(.dispose(number)) }
        }
        return steps
    }

    private func applying(_ step: Step) -> AuthenticationPlan {
        var plan = self
        plan.apply(step)
        return plan
    }

    private mutating func apply(_ step: Step) {
        steps.append(step)
        switch step {
        case .send(let number):
            // Only the first token is rejected.
            fates[number] = generation == 0 ? .sent(generation: 0, failures: failures) : .succeeded
        case .reject(let number):
            guard case .sent(let seen, let seenFailures) = fates[number] else { return }
            if generation > seen {
                fates[number] = .succeeded
            } else if failures > seenFailures {
                fates[number] = .failed(renewal: lastFailure)
            } else {
                fates[number] = .waiting
                if !isRenewing { renewals.append(generation) }
                isRenewing = true
            }
        case .renew:
            let number = renewals.count - 1
            let isGood = number < outcomes.count ? outcomes[number] : true
            if isGood {
                generation += 1
            } else {
                failures += 1
                lastFailure = number
            }
            isRenewing = false
            for waiting in fates.indices where fates[waiting] == .waiting {
                fates[waiting] = isGood ? .succeeded : .failed(renewal: number)
            }
        case .dispose(let number):
            fates[number] = .disposed
            if isRenewing, !fates.contains(.waiting) {
                isRenewing = false
                abandoned.insert(renewals.count - 1)
            }
        }
    }
}

extension AuthenticationPlan.Fate {
    fileprivate var canBeDisposed: Bool {
        switch self {
        case .sent, .waiting: true
        default: false
        }
    }
}
