/// One thing to measure.
struct Workload: Sendable {
    let name: String

    /// How many elements one run passes through the stream.
    let count: Int

    /// What a run must come to; anything else means that the work was not done.
    let expected: Int

    /// Does the work once.
    let run: @Sendable () -> Int
}

/// How long one element of a workload took.
struct Measurement {
    let name: String

    /// The fastest repetition, in nanoseconds per element.
    let best: Double

    /// The middle one of all repetitions.
    let median: Double
}

extension Workload {
    /// Runs the work several times, after one run that does not count.
    func measure(repetitions: Int = 7) -> Measurement {
        check(run())
        let times = (0..<repetitions).map { _ in
            var result = 0
            let time = ContinuousClock().measure { result = run() }
            check(result)
            return time / .nanoseconds(1) / Double(count)
        }.sorted()
        return Measurement(name: name, best: times[0], median: times[repetitions / 2])
    }

    private func check(_ result: Int) {
        precondition(result == expected, "\(name) came to \(result) instead of \(expected)")
    }
}

/// A sum that the closures of one workload add to, one event at a time.
final class Sum: @unchecked Sendable {  // guarded by the contract: the events of a subscription come one at a time
    @exclusivity(unchecked)
    private(set) var value = 0

    @inline(__always)
    func add(_ number: Int) {
        value &+= number
    }
}
