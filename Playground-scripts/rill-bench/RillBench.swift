import Foundation
import RillScript

/// Measures the time per element in the stream engine and the JSON decoders, relative to a plain loop over three closures, and
/// the HTTP clients.
@main
enum RillBench {
    private enum Subcommand: String {
        case streams
        case compare
        case http
    }

    static func main() async {
        var command = Command(
            "rill-bench", "Measures the stream engine, the JSON decoders, and HTTP clients.",
            discussion: """
                Build it with -c release. The columns of the table are the best and the median time per element, the ratio of the \
                best time to that of a bare loop, and the allocations and the peak memory per element.
                """)
        switch command.subcommand(
            [
                Subcommand.streams: "Measure the stream engine and the JSON decoders, which have the filter decode.",
                .compare: "Compare the speed of two builds. Each round runs both, in alternating order.",
                .http: """
                Compare Client.send with a plain loop over libcurl. Each round runs every client once in a separate process. \
                The results are those of the median round.
                """,
            ], default: .streams)
        {
        case .streams:
            let filter = command.option(
                "--filter", "Run only the workloads whose names contain the text.", default: "")
            let repetitions = command.option(
                "--repetitions", "The number of runs per workload.", default: 7, in: 1...1_000)
            let countsAllocations = command.flag(
                "--allocations", "Count allocations, which requires Linux with glibc, and clang.")
            let printsJSON = command.flag("--json", "Print a JSON array. Omits values that were not counted.")
            await command.run {
                try await measure(filter, repetitions, countsAllocations: countsAllocations, printsJSON: printsJSON)
            }
        case .compare:
            let options = CompareCommand.Options(&command)
            await command.run { try await CompareCommand.run(options) }
        case .http:
            let arguments = HTTPArguments(&command)
            await command.run { try HTTPBench.run(arguments) }
        }
    }

    private static func measure(
        _ filter: String, _ repetitions: Int, countsAllocations: Bool, printsJSON: Bool
    ) async throws {
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
        try await ChildProcess.withTermination {
            let output = try AllocationLibrary.withEnvironment { environment in
                try ChildProcess.runSelf(Array(CommandLine.arguments.dropFirst()), environment: environment)
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
                index == 0 ? cell.0.padded(to: cell.1) : "   " + cell.0.rightAligned(to: cell.1)
            }
            return cells.joined() + "\n"
        }.joined()
    }

    /// Returns a number with two digits after the decimal point, or a hyphen for `nil`.
    static func format(_ number: Double?) -> String {
        number.map { String(format: "%.2f", $0) } ?? "-"
    }
}
