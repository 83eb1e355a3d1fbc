/// One order in which what can happen to three requests and their renewals happens, and what should come of it.
///
/// It is a second, plain telling of the rules, without streams and threads: the middleware has to come to the same.
struct AuthenticationPlan: Sendable, CustomStringConvertible {
    enum Step: Hashable, Sendable {
        /// A request begins.
        case send(Int)

        /// Its answer arrives, and says that the token has expired.
        case refuse(Int)

        /// The renewal that runs ends.
        case renew

        /// A request is given up.
        case dispose(Int)
    }

    enum Fate: Hashable, Sendable {
        case idle
        case sent(generation: Int, failures: Int)
        case waiting
        case answered
        case failed(renewal: Int)
        case disposed
    }

    /// Whether each renewal, in the order in which they begin, brings a token; those behind the list do.
    let outcomes: [Bool]

    /// Who is given up, at any time after it began and before it has ended; nil for nobody.
    let leaver: Int?

    private(set) var steps: [Step] = []
    private(set) var fates = [Fate](repeating: .idle, count: 3)

    /// The generation that each renewal was for, in the order in which they began.
    private(set) var renewals: [Int] = []

    /// The renewals that were given up.
    private(set) var abandoned: Set<Int> = []

    private var generation = 0
    private var failures = 0
    private var lastFailure = 0
    private var isRenewing = false

    init(outcomes: [Bool], leaver: Int? = nil) {
        self.outcomes = outcomes
        self.leaver = leaver
    }

    var description: String {
        steps.map { step in
            switch step {
            case .send(let number): "s\(number)"
            case .refuse(let number): "r\(number)"
            case .renew: "R"
            case .dispose(let number): "d\(number)"
            }
        }
        .joined(separator: " ")
    }

    /// All orders there are.
    func allOrders() -> [AuthenticationPlan] {
        let steps = possibleSteps
        return steps.isEmpty ? [self] : steps.flatMap { taking($0).allOrders() }
    }

    private var possibleSteps: [Step] {
        var steps: [Step] = isRenewing ? [.renew] : []
        for (number, fate) in fates.enumerated() {
            switch fate {
            case .idle: steps.append(.send(number))
            case .sent: steps.append(.refuse(number))
            default: break
            }
            if number == leaver, fate.canLeave { steps.append(.dispose(number)) }
        }
        return steps
    }

    private func taking(_ step: Step) -> AuthenticationPlan {
        var plan = self
        plan.take(step)
        return plan
    }

    private mutating func take(_ step: Step) {
        steps.append(step)
        switch step {
        case .send(let number):
            // The first token alone is refused.
            fates[number] = generation == 0 ? .sent(generation: 0, failures: failures) : .answered
        case .refuse(let number):
            guard case .sent(let seen, let seenFailures) = fates[number] else { return }
            if generation > seen {
                fates[number] = .answered
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
                fates[waiting] = isGood ? .answered : .failed(renewal: number)
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
    fileprivate var canLeave: Bool {
        switch self {
        case .sent, .waiting: true
        default: false
        }
    }
}
