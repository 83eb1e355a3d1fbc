import Foundation
import RillScript

/// Measures the time per element in the stream engine and the JSON decoders, relative to a plain loop over three closures.
@main
enum RillBench {
    private static let command = CommandConfiguration(
        "rill-bench",
        abstract: "Measures the stream engine and the JSON decoders (filter \"decode\").",
        discussion: """
            Build it with -c release. The columns of the table are the best and the median time per element, the ratio of the \
            best time to that of a bare loop, and the allocations and the peak memory per element.

            'rill-bench compare' compares two builds, and 'rill-bench http' the HTTP clients. Run them with --help for details.
            """,
        usage: ["[<options>]", "compare <base> [<build>] [<options>]", "http --url <url> [<options>]"],
        options: [
            .option("--filter", valueName: "text", help: "Run only the workloads whose names contain the text."),
            .option(
                "--repetitions", valueName: "n", help: "The number of runs per workload, 1 to 1000 (default: 7)."),
            .flag("--allocations", help: "Count allocations, which requires Linux with glibc, and clang."),
            .flag("--json", help: "Print a JSON array. Omits values that were not counted."),
        ])

    static func main() async {
        switch CommandLine.arguments.dropFirst().first {
        case "http": await HTTPBench.main()
        case "compare": await CompareCommand.main()
        default: await command.main(measure)
        }
    }

    private static func measure(_ arguments: inout ArgumentReader) async throws {
        var filter = ""
        var repetitions = 7
        var countsAllocations = false
        var printsJSON = false
        while let option = try arguments.nextOption() {
            switch option {
            case "--filter": filter = try arguments.value()
            case "--repetitions": repetitions = try arguments.integer(in: 1...1_000)
            case "--allocations": countsAllocations = true
            default: printsJSON = true
            }
        }
        let workloads = Workload.all.filter { filter.isEmpty || $0.name.contains(filter) }
        if workloads.isEmpty { throw ValidationError("no workload name contains '\(filter)'") }
        if countsAllocations, AllocationCounter.preloaded == nil {
            guard !AllocationLibrary.isRequested else {
                throw BenchError("the system did not load the library that counts allocations")
            }
            return try await runWithCounter()
        }
        let floor = Workload.floor.measure(repetitions: repetitions)
        let measurements =
            [floor]
            + workloads.map { workload in
                var measurement = workload.measure(repetitions: repetitions)
                measurement.ratioToFloor = measurement.nanosecondsPerElement / floor.nanosecondsPerElement
                return measurement
            }
        try Output.write(printsJSON ? JSONOutput.text(of: measurements) : table(of: measurements))
    }

    /// Runs the same command in a process that counts allocations.
    private static func runWithCounter() async throws {
        let executable = Bundle.main.executableURL?.path ?? CommandLine.arguments[0]
        try await ChildProcess.withTermination {
            let output = try AllocationLibrary.withEnvironment { environment in
                try ChildProcess.run([executable] + CommandLine.arguments.dropFirst(), environment: environment)
            }
            try Output.write(Array(output))
        }
    }

    private static func table(of measurements: [Measurement]) -> String {
        let rows = measurements.map { measurement in
            [
                measurement.name, format(measurement.nanosecondsPerElement),
                format(measurement.medianNanosecondsPerElement), format(measurement.ratioToFloor),
                format(measurement.allocationsPerElement), format(measurement.peakBytesPerElement),
            ]
        }
        return alignedTable([["workload", "best ns", "median ns", "x floor", "allocs", "bytes"]] + rows)
    }

    /// Returns a table whose first column is aligned to the left, and the others to the right.
    static func alignedTable(_ rows: [[String]]) -> String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).enumerated().map { index, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return index == 0 ? cell.0 + padding : "   " + padding + cell.0
            }
            return cells.joined() + "\n"
        }.joined()
    }

    /// Returns a number with two digits after the decimal point, or a hyphen for `nil`.
    static func format(_ number: Double?) -> String {
        number.map { String(format: "%.2f", $0) } ?? "-"
    }
}
