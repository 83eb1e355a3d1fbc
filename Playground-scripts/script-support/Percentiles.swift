/// Times in order, of which a part is below which.
package struct Percentiles: Sendable {
    private let sorted: [Duration]

    package init(_ times: [Duration]) {
        sorted = times.sorted()
    }

    /// The shortest of the times that a percentage of all does not exceed (nearest rank); nil if there are none.
    ///
    /// - Parameter percentage: More than 0, up to 100; 100 is the longest.
    package subscript(percentage: Int) -> Duration? {
        guard !sorted.isEmpty else { return nil }
        return sorted[min(max((percentage * sorted.count + 99) / 100, 1), sorted.count) - 1]
    }

    /// The usual ones in a line: `p50 1.20 ms   p90 3.40 ms   p99 12.0 ms   max 15.2 ms`.
    package var text: String {
        [("p50", 50), ("p90", 90), ("p99", 99), ("max", 100)]
            .compactMap { name, percentage in self[percentage].map { "\(name) \($0.latencyText)" } }
            .joined(separator: "   ")
    }
}
