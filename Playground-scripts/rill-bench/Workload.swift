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

/// The measurements of a workload.
struct Measurement: Codable {
    let name: String

    /// The time of the fastest repetition.
    let nanosecondsPerElement: Double

    /// The median of the times of all repetitions.
    let medianNanosecondsPerElement: Double

    /// The time divided by the time of a bare loop.
    var ratioToFloor = 1.0

    /// The number of allocations, or `nil` if they are not counted.
    let allocationsPerElement: Double?

    /// The largest number of bytes in use at a time, or `nil` if they are not counted.
    let peakBytesPerElement: Double?
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
        // Counted in another run, because counting takes time.
        let allocations = AllocationCounter.preloaded?.count { check(run()) }
        return Measurement(
            name: name, nanosecondsPerElement: times[0], medianNanosecondsPerElement: times.medianOfSorted,
            allocationsPerElement: allocations.map { Double($0.count) / Double(count) },
            peakBytesPerElement: allocations.map { Double($0.peakBytes) / Double(count) })
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
