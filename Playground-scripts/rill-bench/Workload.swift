import CRillAllocations

/// A benchmark.
struct Workload: Sendable {
    let name: String

    /// The number of elements per run.
    let count: Int

    /// The expected result of a run.
    let expected: Int

    /// Performs one run and returns its result.
    let run: @Sendable () -> Int
}

/// The measured time per element of a workload.
struct Measurement {
    let name: String

    /// The fastest repetition, in nanoseconds per element.
    let best: Double

    /// The median of all repetitions, in nanoseconds per element.
    let median: Double

    /// The number of allocations per element, or `nil` if the platform cannot count them.
    let allocations: Double?

    /// The largest number of bytes in use at a time per element, or `nil` if the platform cannot count them.
    let peakBytes: Double?
}

extension Workload {
    /// Measures several runs after a warm-up run.
    func measure(repetitions: Int = 7) -> Measurement {
        check(run())
        let times = (0..<repetitions).map { _ in
            var result = 0
            let time = ContinuousClock().measure { result = run() }
            check(result)
            return time / .nanoseconds(1) / Double(count)
        }.sorted()
        // Allocations are counted in a run of their own, because counting takes time.
        rill_allocations_start()
        check(run())
        let allocations = rill_allocations_stop()
        func perElement(_ number: Int64) -> Double? {
            rill_allocations_available() ? Double(number) / Double(count) : nil
        }
        return Measurement(
            name: name, best: times[0], median: times[repetitions / 2], allocations: perElement(allocations.count),
            peakBytes: perElement(allocations.peak_bytes))
    }

    private func check(_ result: Int) {
        precondition(result == expected, "\(name) returned \(result), expected \(expected)")
    }
}

/// The sum of the elements that a workload receives.
final class Sum: @unchecked Sendable {  // guarded by the event contract: the events of a subscription are serial
    @exclusivity(unchecked)
    private(set) var value = 0

    @inline(__always)
    func add(_ number: Int) {
        value &+= number
    }
}
