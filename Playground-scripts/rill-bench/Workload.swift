#if COUNTS_ALLOCATIONS
    import CRillAllocations
#endif

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

    /// The number of allocations per element, or `nil` if they are not counted.
    let allocations: Double?

    /// The largest number of bytes in use at a time per element, or `nil` if they are not counted.
    let peakBytes: Double?
}

extension Workload {
    /// Measures several runs after a warm-up run.
    func measure(repetitions: Int) -> Measurement {
        check(run())
        let times = (0..<repetitions).map { _ in
            var result = 0
            let time = ContinuousClock().measure { result = run() }
            check(result)
            return time / .nanoseconds(1) / Double(count)
        }.sorted()
        let allocations = countAllocations()
        return Measurement(
            name: name, best: times[0], median: times[repetitions / 2],
            allocations: allocations.map { Double($0.count) / Double(count) },
            peakBytes: allocations.map { Double($0.peakBytes) / Double(count) })
    }

    /// Counts the allocations of another run, because counting takes time.
    private func countAllocations() -> (count: Int64, peakBytes: Int64)? {
        #if COUNTS_ALLOCATIONS
            rill_allocations_start()
            check(run())
            let allocations = rill_allocations_stop()
            return (allocations.count, allocations.peak_bytes)
        #else
            return nil
        #endif
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
