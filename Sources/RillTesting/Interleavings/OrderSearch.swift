internal import Rill

/// Runs a test in different orders until one fails.
struct OrderSearch {
    /// An order that has run.
    private struct Order {
        let choices: [OrderChoice]
        let reason: String?
        let lines: [String]

        var lanes: [UInt8] { choices.map { UInt8($0.lane) } }

        /// The number of switches between schedulers, and the number of choices that differ from the standard choice.
        var complexity: (switches: Int, deviations: Int) {
            (zip(choices, choices.dropFirst()).count { $0.lane != $1.lane }, choices.count { !$0.isStandard })
        }

        /// The choices as letters, up to the last choice that differs from the standard choice.
        var text: String {
            let count = choices.lastIndex { !$0.isStandard }.map { $0 + 1 } ?? 0
            return String(decoding: choices.prefix(count).map { UInt8(ascii: "a") + UInt8($0.lane) }, as: UTF8.self)
        }
    }

    /// The maximum number of runs for simplifying a random order that failed.
    private static var simplificationLimit: Int { 500 }

    let body: (Interleaving) throws -> Void

    // MARK: Running

    /// Runs orders with few preemptions first, and random orders if there are more orders than the limit.
    func run(limit: Int, seed: UInt64) -> Interleavings.Report {
        // The pending orders with the current number of preemptions, and those with one more.
        var (current, next, index): ([[UInt8]], [[UInt8]], Int) = ([[]], [], 0)
        var (count, length, isComplete) = (0, 0, true)
        while isComplete || count < limit / 2 {
            if index == current.count {
                (current, next, index) = (next, [], 0)
                if current.isEmpty { break }
            }
            let prefix = current[index]
            current[index] = []
            index += 1
            count += 1
            let order = attempt(OrderPicker(prefix: prefix))
            if order.reason != nil { return failed(order, count) }
            if count == 1 {
                length = order.choices.count
                if length == 0 { return noWork }
            }
            // Each order has one parent: the order without the last choice that differs from the standard choice.
            let lanes = order.lanes
            for (step, choice) in order.choices.enumerated().dropFirst(prefix.count) where choice.hasAlternatives {
                for lane in choice.lanes where lane != choice.standard {
                    if count + current.count - index + next.count == limit {
                        isComplete = false
                        // An order without an additional preemption replaces an order that has one.
                        guard !choice.canContinue, next.popLast() != nil else { break }
                    }
                    let child = lanes.prefix(step) + [UInt8(lane)]
                    if choice.canContinue { next.append(Array(child)) } else { current.append(Array(child)) }
                }
            }
        }
        var seeds = SplitMix(seed: seed)
        while !isComplete, count < limit {
            count += 1
            let priorities = OrderPicker.Priorities(seed: seeds.next(), length: length)
            let order = attempt(OrderPicker(prefix: [], priorities: priorities))
            if order.reason != nil { return failed(simplified(order), count) }
        }
        return Interleavings.Report(count: count, isComplete: isComplete, failure: nil)
    }

    /// Runs one order.
    func replay(_ text: String) -> Interleavings.Report {
        let letters = UInt8(ascii: "a")..<UInt8(ascii: "a") + UInt8(Interleaving.maximumCount)
        guard text.utf8.allSatisfy(letters.contains) else {
            return failed(reason: "the order \"\(text)\" is invalid: it must consist of the letters a to z", text)
        }
        let order = attempt(OrderPicker(prefix: text.utf8.map { $0 - letters.lowerBound }), isTraced: true)
        guard order.reason != nil else { return Interleavings.Report(count: 1, isComplete: false, failure: nil) }
        return failed(order, 1)
    }

    private func attempt(_ picker: OrderPicker, isStrict: Bool = true, isTraced: Bool = false) -> Order {
        let interleaving = Interleaving(picker, trace: isTraced ? OrderTrace() : nil)
        do {
            try body(interleaving)
        } catch {
            interleaving.fail("\(error)")
        }
        var (picker, reason, lines) = interleaving.end()
        // A failed order may end before the whole prefix is used.
        if isStrict, let step = picker.mismatch ?? (reason == nil ? picker.firstUnused : nil) {
            // The cause of all other failures.
            reason = """
                the order cannot be repeated: the scheduler of choice \(step + 1) has no work. Make the test \
                deterministic: create all objects inside the closure, and do not use the real time or random values
                """
        }
        return Order(choices: picker.choices, reason: reason, lines: lines)
    }

    // MARK: Reporting

    private var noWork: Interleavings.Report {
        failed(reason: "no step ran: schedule work on the schedulers of the order, and call run() before the end", "")
    }

    private func failed(reason: String, _ text: String) -> Interleavings.Report {
        let failure = Interleavings.Failure(reason: reason, order: text, number: 1, steps: [])
        return Interleavings.Report(count: 1, isComplete: false, failure: failure)
    }

    /// Runs the order again to record its steps.
    private func failed(_ order: Order, _ count: Int) -> Interleavings.Report {
        var last = order
        if order.lines.isEmpty { last = attempt(OrderPicker(prefix: order.lanes), isTraced: true) }
        let reason =
            last.reason ?? """
                \(order.reason ?? "")
                the order passed when it was repeated. Make the test deterministic: create all objects inside the \
                closure, and do not use the real time or random values
                """
        let failure = Interleavings.Failure(reason: reason, order: last.text, number: count, steps: last.lines)
        return Interleavings.Report(count: count, isComplete: false, failure: failure)
    }

    /// Returns an order that also fails, with fewer switches between schedulers if such an order is found.
    private func simplified(_ order: Order) -> Order {
        var (best, count) = (order, 0)
        search: while true {
            for lanes in Self.simplerLanes(best.lanes) {
                guard count < Self.simplificationLimit else { break search }
                count += 1
                let order = attempt(OrderPicker(prefix: lanes), isStrict: false)
                if order.reason != nil, order.complexity < best.complexity {
                    best = order
                    continue search
                }
            }
            return best
        }
        return best
    }

    /// Returns orders in which two runs of a scheduler are joined, or that end with the standard choices.
    private static func simplerLanes(_ lanes: [UInt8]) -> [[UInt8]] {
        var starts = lanes.indices.filter { $0 == 0 || lanes[$0] != lanes[$0 - 1] }
        starts.append(lanes.count)
        let runs = zip(starts, starts.dropFirst()).map { lanes[$0..<$1] }
        var result = runs.indices.map { Array(runs[..<$0].joined()) }
        for (index, run) in runs.enumerated() {
            guard let next = runs[(index + 1)...].firstIndex(where: { $0.first == run.first }) else { continue }
            let between = runs[(index + 1)..<next].joined()
            let (head, tail) = (runs[..<index].joined(), runs[(next + 1)...].joined())
            result.append(Array(head) + run + runs[next] + between + tail)
            result.append(Array(head) + between + run + runs[next] + tail)
        }
        return result
    }
}
