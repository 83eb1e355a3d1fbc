import Testing

@testable import RillScript

/// Tests of the progress bar, the histogram, and number formatting.
@Suite struct FiguresTests {
    // MARK: Progress

    @Test(arguments: [
        (70, " 45% [█████████▉            ] 12.3 MB of 27.4 MB, 3.41 MB/s, 0:05 left"),
        (58, " 45% [████▌     ] 12.3 MB of 27.4 MB, 3.41 MB/s, 0:05 left"),
        (57, " 45% [█████████████▏               ] 3.41 MB/s, 0:05 left"),
        (38, " 45% [████▌     ] 3.41 MB/s, 0:05 left"), (37, " 45% [█████████           ] 0:05 left"),
        (27, " 45% [████▌     ] 0:05 left"), (26, " 45% [████████▌          ]"), (17, " 45% [████▌     ]"),
        (16, " 45%"), (4, " 45%"), (3, " 4…"), (0, ""),
    ])
    func progressBarFitsTheWidth(width: Int, text: String) {
        let bar = ProgressBar(completed: 12_345_678, total: 27_400_000, rate: 3_412_345)
        #expect(bar.text(width: width) == text)
        #expect(bar.text(width: width).displayWidth <= width)
    }

    @Test func progressBarHasAMaximumLength() {
        let bar = ProgressBar(completed: 1, total: 2, rate: nil)
        let half = String(repeating: "█", count: 20) + String(repeating: " ", count: 20)
        #expect(bar.text(width: 200) == " 50% [\(half)] 1 B of 2 B")
    }

    @Test func progressBarOmitsRatesThatAreNotFinite() {
        for rate in [Double.infinity, -.infinity, .nan] {
            let bar = ProgressBar(completed: 1, total: 2, rate: rate)
            #expect(!bar.text(width: 80).contains("/s"))
        }
    }

    @Test func progressBarOmitsUnknownValues() {
        func text(_ completed: Int, _ total: Int?, _ rate: Double?, width: Int = 40) -> String {
            ProgressBar(completed: completed, total: total, rate: rate).text(width: width)
        }
        #expect(text(0, nil, nil) == "0 B")
        #expect(text(12_345, nil, 999.4) == "12.3 kB, 999 B/s")
        #expect(text(12_345, nil, 999.4, width: 8) == "12.3 kB…")
        #expect(text(0, 1_000, 0) == "  0% [           ] 0 B of 1.00 kB, 0 B/s")
        #expect(text(999, 1_000, nil) == " 99% [████████████████] 999 B of 1.00 kB")
        #expect(text(1_000, 1_000, 500) == "100% [█████████████████████████] 500 B/s")
        #expect(text(0, 0, nil) == "100% [██████████████████████] 0 B of 0 B")
        // More bytes than the total, and then a remaining time above the maximum.
        #expect(text(3, 2, nil) == "100% [██████████████████████] 3 B of 2 B")
        #expect(text(0, 1_000_000, 1) == "  0% [           ] 0 B of 1.00 MB, 1 B/s")
    }

    @Test func rateMeterCoversTheLastFiveSeconds() {
        var meter = RateMeter()
        #expect(meter.rate == nil)
        meter.note(0, at: .seconds(10))
        #expect(meter.rate == nil)
        meter.note(500, at: .seconds(11))
        #expect(meter.rate == 500)
        for second in 12...20 { meter.note(500, at: .seconds(second)) }
        #expect(meter.rate == 0)
        meter.note(100, at: .seconds(21))
        #expect(meter.rate == nil)
        meter.note(300, at: .seconds(22))
        #expect(meter.rate == 200)
    }

    // MARK: Histogram

    @Test func histogramDrawsOneLinePerBucket() {
        let times: [Duration] =
            Array(repeating: .microseconds(700), count: 30) + Array(repeating: .microseconds(1_200), count: 80)
            + [.microseconds(999), .microseconds(1_500), .microseconds(4_999)]
        #expect(
            Histogram(times).text(for: Terminal(width: 44)) == """
                700 µs –   1 ms  31  ████████▉
                  1 ms – 1.5 ms  80  ███████████████████████
                1.5 ms –   2 ms   1  ▎
                  2 ms –   3 ms   0
                  3 ms –   5 ms   1  ▎

                """)
    }

    @Test func histogramCountsNegativeDurationsAsZero() {
        let negative = Histogram([.nanoseconds(-1), .seconds(-5), .zero])
        #expect(negative.buckets == Histogram([.zero, .zero, .zero]).buckets)
        let buckets = Histogram([.seconds(-5), .microseconds(1)]).buckets
        #expect(buckets.first?.lower == .zero && buckets.first?.count == 1)
        #expect(buckets.last?.lower == .microseconds(1) && buckets.last?.count == 1)
    }

    @Test func histogramUsesColorAndOmitsBarsOnNarrowTerminals() {
        let times: [Duration] = [.milliseconds(20), .milliseconds(20), .milliseconds(30)]
        #expect(
            Histogram(times).text(for: Terminal(width: 28, hasColor: true)) == """
                20 ms – 30 ms  2  \u{1B}[36m██████████\u{1B}[0m
                30 ms – 50 ms  1  \u{1B}[36m█████\u{1B}[0m

                """)
        #expect(
            Histogram(times).text(for: Terminal(width: 20)) == """
                20 ms – 30 ms  2
                30 ms – 50 ms  1

                """)
    }

    @Test func histogramCoversDurationsFromZeroToMinutes() {
        #expect(Histogram([]).buckets.isEmpty)
        #expect(Histogram([]).text(for: Terminal(width: 80)).isEmpty)
        #expect(Histogram([.zero]).text(for: Terminal(width: 30)) == "0 s – 1 µs  1  ███████████████\n")
        let wide = Histogram([.nanoseconds(1), .seconds(100)])
        // Nine decades have three buckets each, because six would exceed the limit.
        #expect(wide.buckets.count == 26)
        #expect(wide.buckets.last?.lower == .seconds(100))
        #expect(wide.buckets.last?.upper == .seconds(200))
        #expect(zip(wide.buckets, wide.buckets.dropFirst()).allSatisfy { $0.upper == $1.lower })
        #expect(wide.buckets.map(\.count).reduce(0, +) == 2)
    }

    @Test func histogramLimitsLongDurations() throws {
        let longest = Duration.seconds(Int64.max)
        let bucket = try #require(Histogram([longest * 18]).buckets.first)
        #expect(bucket.lower <= longest && longest < bucket.upper)
    }

    @Test func percentilesUseTheNearestRank() {
        let hundred = Percentiles((1...100).reversed().map { .milliseconds($0) })
        #expect(hundred.text == "p50 50.0 ms   p90 90.0 ms   p99 99.0 ms   max 100 ms")
        #expect(hundred[1] == .milliseconds(1))
        let one = Percentiles([.microseconds(1_234)])
        #expect(one.text == "p50 1.23 ms   p90 1.23 ms   p99 1.23 ms   max 1.23 ms")
        #expect(Percentiles([]).text.isEmpty)
        #expect([.min, 0, 101, .max].map { hundred[$0] } == [1, 1, 100, 100].map { .milliseconds($0) })
        #expect(Percentiles([.seconds(1), .seconds(2), .seconds(3)])[50] == .seconds(2))
    }

    // MARK: Numbers

    @Test func formatsThreeSignificantDigits() {
        let values = [0, 0.004, 0.005, 0.999, 1, 9.994, 9.996, 99.94, 99.96, 999.4, 1_234]
        let texts = ["0.00", "0.00", "0.01", "1.00", "1.00", "9.99", "10.0", "99.9", "100", "999", "1234"]
        #expect(values.map { Figures.text($0) } == texts)
        #expect(
            [-0.05, -0.5, -12, -1_234, 1e17, 1e19, -1e300, .nan, .infinity].map { Figures.text($0) } == [
                "-0.05", "-0.50", "-12.0", "-1234", "100000000000000000", "1e+19", "-1e+300",
                "nan", "inf",
            ])
        #expect(Duration.seconds(-1).latencyText == "-1.00 s")
    }

    @Test func formatsSizesAndDurations() {
        #expect([0, 999, 1_000, 999_499, 999_500].map(\.byteText) == ["0 B", "999 B", "1.00 kB", "999 kB", "1.00 MB"])
        #expect(Int.max.byteText == "9.22 EB")
        let times: [Duration] = [.zero, .nanoseconds(850), .microseconds(12), .milliseconds(1), .seconds(83)]
        #expect(times.map(\.latencyText) == ["0.00 µs", "0.85 µs", "12.0 µs", "1.00 ms", "83.0 s"])
        let waits: [Duration] = [
            .zero, .milliseconds(1), .seconds(59), .seconds(60), .seconds(3_599), .seconds(3_723),
            .milliseconds(3_723_001),
        ]
        #expect(waits.map(\.clockText) == ["0:00", "0:01", "0:59", "1:00", "59:59", "1:02:03", "1:02:04"])
        #expect(Duration.seconds(-65).clockText == "0:00")
        #expect((Duration.seconds(Int64.max) * 2).clockText == "2562047788015215:30:07")
        #expect(ProgressLine.summary(of: .max, in: .zero) == "9.22 EB in 0.00 µs, 1.00 EB/s")
        #expect([0, 999, 1_000, -1_234_567].map(\.grouped) == ["0", "999", "1,000", "-1,234,567"])
    }
}
