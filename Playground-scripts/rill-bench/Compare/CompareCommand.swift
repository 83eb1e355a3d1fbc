import RillScript

/// `rill-bench compare`: measures two builds in alternating order.
///
/// A ratio above 1 means that the second build is slower. The interval contains the median of the ratios with a confidence of
/// 95 percent.
enum CompareCommand {
    /// The values of the command line.
    struct Options {
        let base: String
        let build: String?
        let filter: String
        let rounds: Int
        let repetitions: Int
        let threshold: Int
        let countsAllocations: Bool
        let printsJSON: Bool

        init(_ command: inout Command) {
            filter = command.option("--filter", "Run only the workloads whose names contain the text.", default: "")
            rounds = command.option("--rounds", "The number of rounds.", default: 10, in: 6...50)
            repetitions = command.option(
                "--repetitions", "The number of runs per workload and round.", default: 3, in: 1...1_000)
            threshold = command.option(
                "--threshold",
                """
                The accepted slowdown in percent. The exit code is 2 if a workload is slower by more than the threshold and 0.5 \
                ns per element, and its interval lies above 1, or if the counted allocations of a workload increase by more \
                than 0.05 per element.
                """, default: 5, in: 0...1_000)
            countsAllocations = command.flag(
                "--allocations", "Count allocations per element, which requires Linux with glibc, and clang.")
            printsJSON = command.flag("--json", "Print a JSON array.")
            base = command.positional(
                "base",
                """
                The first build: a revision such as main or HEAD~3, the folder of a checkout, or an executable of rill-bench. \
                Revisions and checkouts are built in release mode.
                """)
            build =
                command.positionals(
                    "build", "The second build, by default this checkout with its uncommitted changes.", count: 0...1
                ).first
        }
    }

    static func run(_ options: Options) async throws {
        try await ChildProcess.withTermination { try compare(options) }
    }

    private static func compare(_ options: Options) throws {
        let builds = [try BenchBuild(of: options.base), try BenchBuild(of: options.build)]
        var times: [String: [(base: Double, build: Double)]] = [:]
        var unmatched: Set<String> = []
        let showsStatus = Terminal(.errors).isInteractive
        for round in 1...options.rounds {
            if showsStatus { Output.showStatus("round \(round) of \(options.rounds)") }
            // The order alternates to cancel effects such as thermal throttling.
            let order = round % 2 == 0 ? [1, 0] : [0, 1]
            var measured: [[String: Measurement]] = [[:], [:]]
            for index in order {
                measured[index] = try builds[index].measure(filter: options.filter, repetitions: options.repetitions)
            }
            unmatched.formUnion(Set(measured[0].keys).subtracting(measured[1].keys))
            for (name, measurement) in measured[1] {
                guard let other = measured[0][name] else {
                    unmatched.insert(name)
                    continue
                }
                times[name, default: []].append((other.nanosecondsPerElement, measurement.nanosecondsPerElement))
            }
        }
        if showsStatus { Output.showStatus() }
        if !unmatched.isEmpty {
            Output.note("only in one of the builds: \(unmatched.sorted().joined(separator: ", "))")
        }
        var comparisons = times.map { Comparison($0, times: $1) }.sorted { $0.name < $1.name }
        if options.countsAllocations { try countAllocations(builds, &comparisons, options) }
        try report(comparisons, options)
    }

    private static func countAllocations(
        _ builds: [BenchBuild], _ comparisons: inout [Comparison], _ options: Options
    ) throws {
        try AllocationLibrary.withEnvironment { environment in
            for (index, build) in builds.enumerated() {
                let measured = try build.measure(filter: options.filter, repetitions: 1, environment: environment)
                for row in comparisons.indices {
                    comparisons[row].allocations[index] = measured[comparisons[row].name]?.allocationsPerElement
                }
            }
        }
    }

    /// Prints the comparisons.
    ///
    /// - Throws: The exit code 2 if a workload is slower by more than the threshold or makes more allocations.
    private static func report(_ comparisons: [Comparison], _ options: Options) throws {
        try Output.write(options.printsJSON ? JSONOutput.text(of: comparisons.map(Row.init)) : table(of: comparisons))
        let slower = comparisons.filter { $0.isSlower(byMoreThan: Double(options.threshold)) }.map(\.name)
        let larger = comparisons.filter(\.allocatesMore).map(\.name)
        if !slower.isEmpty {
            Output.note("slower by more than \(options.threshold) percent: \(slower.joined(separator: ", "))")
        }
        if !larger.isEmpty { Output.note("more allocations per element: \(larger.joined(separator: ", "))") }
        if !slower.isEmpty || !larger.isEmpty { throw ExitCode(rawValue: 2) }
    }

    private static func table(of comparisons: [Comparison]) -> String {
        let rows = comparisons.map { comparison in
            let interval = comparison.interval
            return [
                comparison.name, RillBench.format(comparison.median),
                "\(RillBench.format(interval.lowerBound)) to \(RillBench.format(interval.upperBound))",
                comparison.allocations.map(RillBench.format).joined(separator: " -> "),
            ]
        }
        return RillBench.alignedTable([["workload", "ratio", "interval", "allocations"]] + rows)
    }

    /// A comparison as JSON.
    private struct Row: Encodable {
        let name: String
        let ratio: Double
        let lowerRatio: Double
        let upperRatio: Double
        let baseAllocationsPerElement: Double?
        let allocationsPerElement: Double?

        init(_ comparison: Comparison) {
            name = comparison.name
            ratio = comparison.median
            lowerRatio = comparison.interval.lowerBound
            upperRatio = comparison.interval.upperBound
            baseAllocationsPerElement = comparison.allocations[0]
            allocationsPerElement = comparison.allocations[1]
        }
    }
}
