internal import Rill

/// The choice of the scheduler that runs next.
struct OrderChoice {
    /// The index of the chosen scheduler.
    var lane: Int

    /// The schedulers that could be chosen, as a bit mask.
    let ready: UInt64

    /// Whether the scheduler that ran last still has work.
    let canContinue: Bool

    /// The scheduler that is chosen by default: the one that ran last if it still has work, or else the first one.
    let standard: Int

    init(ready: UInt64, last: Int?) {
        self.ready = ready
        canContinue = last.map { ready & 1 << UInt64($0) != 0 } ?? false
        standard = canContinue ? last ?? 0 : ready.trailingZeroBitCount
        lane = standard
    }

    var hasAlternatives: Bool { ready & (ready - 1) != 0 }

    var isStandard: Bool { lane == standard }

    func contains(_ lane: Int) -> Bool { ready & 1 << UInt64(lane) != 0 }

    /// The schedulers that could be chosen.
    var lanes: [Int] { (0..<UInt64.bitWidth - ready.leadingZeroBitCount).filter(contains) }
}

/// Chooses the next scheduler in one order.
struct OrderPicker {
    /// Random priorities, some of which are lowered at random steps, as in "A Randomized Scheduler with Probabilistic
    /// Guarantees of Finding Bugs" (Burckhardt et al., 2010).
    struct Priorities {
        private var random: SplitMix
        private var priorities: [Int: UInt64] = [:]
        private var changes: Set<Int> = []
        private var lowest = UInt64(1) << 32

        /// - Parameters:
        ///   - seed: The seed.
        ///   - length: The estimated number of steps.
        init(seed: UInt64, length: Int) {
            random = SplitMix(seed: seed)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                changes.insert(Int.random(in: 0..<max(1, length), using: &random))
            }
        }

        mutating func lane(for choice: OrderChoice, at step: Int) -> Int {
            var lane = highest(choice)
            if changes.remove(step) != nil {
                lowest -= 1
                priorities[lane] = lowest
                lane = highest(choice)
            }
            return lane
        }

        private mutating func highest(_ choice: OrderChoice) -> Int {
            var best = (lane: choice.standard, priority: UInt64(0))
            for lane in choice.lanes {
                let priority = priorities[lane] ?? UInt64.random(in: 1 << 32 ... .max, using: &random)
                priorities[lane] = priority
                if priority > best.priority { best = (lane, priority) }
            }
            return best.lane
        }
    }

    /// The schedulers to choose for the first steps.
    private let prefix: [UInt8]

    private var priorities: Priorities?
    private(set) var choices: [OrderChoice] = []

    /// The index of the first step at which the scheduler given by the prefix had no work.
    private(set) var mismatch: Int?

    /// The index of the first step of the prefix that was not reached because no work was left.
    var firstUnused: Int? { choices.count < prefix.count ? choices.count : nil }

    init(prefix: [UInt8], priorities: Priorities? = nil) {
        self.prefix = prefix
        self.priorities = priorities
    }

    /// Chooses and records the next scheduler.
    mutating func pick(from ready: UInt64, last: Int?) -> Int {
        var choice = OrderChoice(ready: ready, last: last)
        let step = choices.count
        if step < prefix.count {
            let lane = Int(prefix[step])
            if choice.contains(lane) {
                choice.lane = lane
            } else if mismatch == nil {
                mismatch = step
            }
        } else if let lane = priorities?.lane(for: choice, at: step) {
            choice.lane = lane
        }
        choices.append(choice)
        return choice.lane
    }
}
