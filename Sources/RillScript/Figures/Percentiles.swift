/// The percentiles of a list of durations.
public struct Percentiles: Sendable {
    private let sorted: [Duration]

    /// Creates the percentiles of durations.
    ///
    /// - Parameter times: The durations in any order.
    public init(_ times: [Duration]) {
        sorted = times.sorted()
    }

    /// Returns the percentile by the nearest-rank method, or `nil` if the list is empty.
    ///
    /// - Parameter percentage: The percentage, above 0 and at most 100. Other values count as the nearest of
    ///   these. The value for 100 is the maximum.
    public subscript(percentage: Int) -> Duration? {
        guard !sorted.isEmpty else { return nil }
        let rank = (min(max(percentage, 0), 100) * sorted.count + 99) / 100
        return sorted[max(rank, 1) - 1]
    }

    /// The common percentiles in one line: `p50 1.20 ms   p90 3.40 ms   p99 12.0 ms   max 15.2 ms`.
    public var text: String {
        [("p50", 50), ("p90", 90), ("p99", 99), ("max", 100)]
            .compactMap { name, percentage in self[percentage].map { "\(name) \($0.latencyText)" } }
            .joined(separator: "   ")
    }
}
