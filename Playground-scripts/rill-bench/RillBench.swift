import Foundation

/// Measures the time per element in the stream engine and the JSON decoders, relative to a plain loop over three closures.
@main
struct RillBench {
    static let usage = """
        Usage: rill-bench [--filter TEXT] [--repetitions N] [--json]
               rill-bench http --url URL [options]

        Measures the stream engine and the JSON decoders (filter "decode"), or the HTTP clients (see rill-bench http
        --help). Build it with -c release, and with RILL_ALLOCATIONS=1 in the environment to count allocations (Linux
        with glibc), which slows it down.

        Options:
          --filter TEXT   run only the workloads whose names contain TEXT
          --repetitions N measure each workload N times, 1 to 1000 (default: 7)
          --json          print an array of objects with the keys name, nanosecondsPerElement,
                          medianNanosecondsPerElement, ratioToFloor, allocationsPerElement and
                          peakBytesPerElement
          --help          show this help
        """

    static func main() {
        var filter: String?
        var repetitions = 7
        var printsJSON = false
        var arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "http" { return HTTPBench.main(arguments.dropFirst()) }
        while let argument = arguments.popFirst() {
            switch argument {
            case "--help": return print(usage)
            case "--json": printsJSON = true
            case "--filter" where !arguments.isEmpty: filter = arguments.popFirst()
            case "--repetitions":
                guard let count = arguments.popFirst().flatMap({ Int($0) }), 1...1_000 ~= count else {
                    fail("rill-bench: --repetitions requires an integer from 1 to 1000")
                }
                repetitions = count
            default: fail("rill-bench: unknown option or missing value: '\(argument)'\n\n\(usage)")
            }
        }
        let workloads = Workload.all.filter { filter.map($0.name.contains) ?? true }
        if workloads.isEmpty { fail("rill-bench: no workload name contains '\(filter ?? "")'") }
        let floor = Workload.floor.measure(repetitions: repetitions)
        let measurements = [floor] + workloads.map { $0.measure(repetitions: repetitions) }
        printsJSON ? printJSON(measurements, floor) : printTable(measurements, floor)
    }

    private static func printTable(_ measurements: [Measurement], _ floor: Measurement) {
        print("workload              best ns   median ns   x floor    allocs     bytes")
        for measurement in measurements {
            let numbers = [
                measurement.best, measurement.median, measurement.best / floor.best, measurement.allocations,
                measurement.peakBytes,
            ]
            let columns = zip(numbers, [9, 12, 10, 10, 10]).map { number, width in
                let text = number.map(format) ?? "-"
                return String(repeating: " ", count: max(0, width - text.count)) + text
            }
            print(measurement.name.padding(toLength: 20, withPad: " ", startingAt: 0) + columns.joined())
        }
    }

    private static func printJSON(_ measurements: [Measurement], _ floor: Measurement) {
        let entries = measurements.map { measurement in
            """
              {"name": "\(measurement.name)", "nanosecondsPerElement": \(format(measurement.best)), \
            "medianNanosecondsPerElement": \(format(measurement.median)), \
            "ratioToFloor": \(format(measurement.best / floor.best)), \
            "allocationsPerElement": \(measurement.allocations.map(format) ?? "null"), \
            "peakBytesPerElement": \(measurement.peakBytes.map(format) ?? "null")}
            """
        }
        print("[\n\(entries.joined(separator: ",\n"))\n]")
    }

    private static func format(_ number: Double) -> String {
        String(format: "%.2f", number)
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(64)
    }
}
