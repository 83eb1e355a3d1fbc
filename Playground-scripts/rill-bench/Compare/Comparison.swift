/// The measurements of a workload in two builds, taken alternately.
struct Comparison {
    let name: String

    /// The time of the second build divided by the time of the first, for each round, in ascending order.
    let ratios: [Double]

    /// The median of the differences between the times of both builds, in nanoseconds per element.
    let difference: Double

    /// The allocations per element in both builds, or `nil` if they are not counted.
    var allocations: [Double?] = [nil, nil]

    /// - Parameters:
    ///   - name: The name of the workload.
    ///   - times: The nanoseconds per element of the first and the second build, one pair per round.
    init(_ name: String, times: [(base: Double, build: Double)]) {
        self.name = name
        ratios = times.map { $0.build / $0.base }.sorted()
        difference = times.map { $0.build - $0.base }.sorted().medianOfSorted
    }

    /// The median of the ratios.
    var median: Double { ratios.medianOfSorted }

    /// The confidence interval of the median, with a level of at least 95 percent.
    ///
    /// The limits are ratios of two rounds, so the interval assumes no distribution. Requires six rounds.
    var interval: ClosedRange<Double> {
        let index = Self.intervalIndex(rounds: ratios.count)
        return ratios[index]...ratios[ratios.count - 1 - index]
    }

    /// Returns whether the second build is slower by more than a limit and by at least 0.5 ns per element, and the interval
    /// shows that it is slower.
    ///
    /// Two builds of the same code can differ by a fraction of a nanosecond, for example because of the alignment of a loop.
    func isSlower(byMoreThan percent: Double) -> Bool {
        median > 1 + percent / 100 && interval.lowerBound > 1 && difference >= 0.5
    }

    /// Whether the second build makes more than 0.05 additional allocations per element.
    ///
    /// The counts of two runs of the same build differ by less.
    var allocatesMore: Bool {
        guard let base = allocations[0], let build = allocations[1] else { return false }
        return build - base > 0.05
    }

    /// Returns the index of the lower limit of the interval in the sorted ratios.
    ///
    /// The median is less than the ratio at index k if at most k of the n ratios are less than the median. The probability
    /// follows the binomial distribution with n trials and a success probability of 0.5.
    static func intervalIndex(rounds: Int) -> Int {
        var index = -1
        var combinations = 1.0
        var sum = 1.0
        let total = Double(1 << rounds)
        while sum / total <= 0.025 {
            index += 1
            combinations *= Double(rounds - index) / Double(index + 1)
            sum += combinations
        }
        return max(index, 0)
    }
}

extension [Double] {
    /// The median of a sorted array, which must not be empty.
    var medianOfSorted: Double {
        let middle = count / 2
        return count % 2 == 0 ? (self[middle - 1] + self[middle]) / 2 : self[middle]
    }
}
