import RillScript

/// `rill-bench compare`: measures two builds alternately.
enum CompareCommand {
    private static let configuration = CommandConfiguration(
        "rill-bench compare",
        abstract: "Compares the speed of this checkout with another build.",
        discussion: """
            Each build is a revision such as main or HEAD~3, the folder of a checkout, or an executable of rill-bench. Builds \
            revisions and checkouts in release mode. Each round runs both builds, in alternating order. A ratio above 1 means \
            that the second build is slower. The interval contains the median of the ratios with a confidence of 95 percent.

            The exit code is 2 if a workload is slower by more than the threshold and 0.5 ns per element, and its interval lies \
            above 1, or if the counted allocations of a workload increase by more than 0.05 per element.
            """,
        usage: ["<base> [<build>] [<options>]"],
        options: [
            .entry("<base>", help: "The first build."),
            .entry("<build>", help: "The second build (default: this checkout with its uncommitted changes)."),
            .option("--filter", valueName: "text", help: "Run only the workloads whose names contain the text."),
            .option("--rounds", valueName: "n", help: "The number of rounds, 6 to 50 (default: 10)."),
            .option(
                "--repetitions", valueName: "n",
                help: "The number of runs per workload and round, 1 to 1000 (default: 3)."),
            .option("--threshold", valueName: "percent", help: "The accepted slowdown, 0 to 1000 (default: 5)."),
            .flag("--allocations", help: "Count allocations per element, which requires Linux with glibc, and clang."),
            .flag("--json", help: "Print a JSON array."),
        ])

    static func main() async {
        await configuration.main { arguments in
            var options = Options()
            var positionals: [String] = []
            while let option = try arguments.nextOption(collecting: &positionals) {
                switch option {
                case "--filter": options.filter = try arguments.value()
                case "--rounds": options.rounds = try arguments.integer(in: 6...50)
                case "--repetitions": options.repetitions = try arguments.integer(in: 1...1_000)
                case "--threshold": options.threshold = try arguments.integer(in: 0...1_000)
                case "--allocations": options.countsAllocations = true
                default: options.printsJSON = true
                }
            }
            // The first argument is the name of the command.
            guard 2...3 ~= positionals.count else { throw ValidationError("expected one or two builds to compare") }
            let build = positionals.count > 2 ? positionals[2] : nil
            try await ChildProcess.withTermination { [positionals, options] in
                try compare(positionals[1], build, options)
            }
        }
    }

    private struct Options {
        var filter = ""
        var rounds = 10
        var repetitions = 3
        var threshold = 5
        var countsAllocations = false
        var printsJSON = false
    }

    private static func compare(_ base: String, _ build: String?, _ options: Options) throws {
        let builds = [try BenchBuild(of: base), try BenchBuild(of: build)]
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
