/// A text histogram of durations with a logarithmic scale and one line per bucket.
///
///     700 µs –   1 ms   120  ███████▋
///       1 ms – 1.5 ms   627  ████████████████████████████████████████
///     1.5 ms –   2 ms   212  █████████████▌
public struct Histogram: Sendable {
    /// A half-open range of durations and the number of samples in it.
    public struct Bucket: Sendable, Hashable {
        /// The lower bound.
        public let lower: Duration
        /// The upper bound, which is not included in the range.
        public let upper: Duration
        /// The number of samples.
        public let count: Int
    }

    private static let longestBar = 60
    private static let mostBuckets = 16
    /// The width below which bars are omitted.
    private static let shortestBar = 3

    /// The contiguous buckets, from the shortest to the longest duration.
    public let buckets: [Bucket]

    /// Creates a histogram of durations.
    ///
    /// Each decade has six buckets of similar size on the logarithmic scale, or three if six would give too many lines.
    ///
    /// - Parameter times: The durations in any order. A negative duration counts as zero.
    public init(_ times: [Duration]) {
        let times = times.map { min(max($0, .zero), .seconds(Int64.max)) }
        let fine = Self.sort(times, tenths: [10, 15, 20, 30, 50, 70])
        buckets = fine.count <= Self.mostBuckets ? fine : Self.sort(times, tenths: [10, 20, 50])
    }

    private static func sort(_ times: [Duration], tenths: [Int]) -> [Bucket] {
        guard let shortest = times.min(), let longest = times.max() else { return [] }
        var bounds: [Duration] = [.zero]
        var decade = Duration.nanoseconds(100)
        while bounds.allSatisfy({ $0 <= longest }) {
            bounds += tenths.map { decade * $0 }
            decade *= 10
        }
        var counts = [Int](repeating: 0, count: bounds.count)
        for time in times { counts[index(of: time, bounds)] += 1 }
        return (index(of: shortest, bounds)...index(of: longest, bounds)).map {
            Bucket(lower: bounds[$0], upper: bounds[$0 + 1], count: counts[$0])
        }
    }

    /// Returns the index of the last bound that does not exceed a duration.
    private static func index(of time: Duration, _ bounds: [Duration]) -> Int {
        (bounds.firstIndex { $0 > time } ?? bounds.count) - 1
    }

    /// Returns the histogram as text.
    ///
    /// - Parameter terminal: The terminal whose width and colors apply. A line exceeds the width only if it does not
    ///   fit even without its bar.
    /// - Returns: One line per bucket, each with a trailing line feed.
    public func text(for terminal: Terminal) -> String {
        let lowers = buckets.map { Self.bound($0.lower) }
        let uppers = buckets.map { Self.bound($0.upper) }
        let counts = buckets.map(\.count.grouped)
        func width(_ cells: [String]) -> Int { cells.map(\.displayWidth).max() ?? 0 }
        let used = width(lowers) + 3 + width(uppers) + 2 + width(counts) + 2
        let room = min(terminal.width - used, Self.longestBar)
        let most = Double(buckets.map(\.count).max() ?? 1)
        return buckets.indices.map { index in
            let bar = room < Self.shortestBar ? "" : Bar.text(Double(buckets[index].count) / most, width: room)
            let range =
                "\(lowers[index].rightAligned(to: width(lowers))) – \(uppers[index].rightAligned(to: width(uppers)))"
            let line = "\(range)  \(counts[index].rightAligned(to: width(counts)))"
            return bar.isEmpty ? "\(line)\n" : "\(line)  \(terminal.styled(bar, .cyan))\n"
        }.joined()
    }

    /// Returns a bucket bound as text without trailing zeros: `1.5 ms`, `700 µs`, `0 s`.
    private static func bound(_ time: Duration) -> String {
        guard time > .zero else { return "0 s" }
        let parts = time.latencyText.split(separator: " ")
        var number = parts[0]
        if number.contains(".") {
            while number.last == "0" { number.removeLast() }
            if number.last == "." { number.removeLast() }
        }
        return "\(number) \(parts[1])"
    }
}
