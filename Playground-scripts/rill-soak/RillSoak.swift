import Foundation
import RillScript

/// Runs many concurrent clients against a faulty server and checks the event contract.
@main
struct RillSoak {
    static func main() async {
        var command = Command(
            "rill-soak", "Stress-tests a transport.",
            discussion: """
                Starts a loopback server in a separate process, which delays, truncates, resets, stalls and corrupts responses at \
                random, while the clients cancel and pause at random. Every subscription must end exactly once with an expected \
                outcome. The test stops after 1,000 violations. Build it with -c release. SIGUSR1 prints the active subscriptions \
                of every second client to standard error; the other clients run without a registry.

                Exit status: 0 success, 1 violations or another failure, 64 invalid usage.
                """)
        let arguments = SoakArguments(&command)
        await command.run {
            if arguments.isServer { return try FaultServer.main() }
            printActiveSubscriptionsOnSignal()
            if try !run(arguments) { throw ExitCode.failure }
        }
    }

    private static func run(_ arguments: SoakArguments) throws -> Bool {
        let server = try ServerProcess()
        defer { server.stop() }
        let middleware = arguments.usesMiddleware ? " with middleware" : arguments.usesSockets ? " with WebSocket" : ""
        printLine(
            "seed \(arguments.seed), \(arguments.clients) clients over \(arguments.transport.rawValue)\(middleware)")
        let soak = try Soak(arguments, port: server.port)
        defer { soak.removeFiles() }
        printLine("start: \(ProcessFigures())")
        soak.run { elapsed, counts in
            printLine("\(elapsed) s: \(counts.ended) requests, \(counts.faults) faults; \(ProcessFigures())")
        }
        let counts = soak.tally.current
        printLine("end: \(ProcessFigures())")
        let outcomes = "\(counts.completed) completed, \(counts.failed) failed, \(counts.cancelled) canceled"
        printLine("requests \(counts.started): \(outcomes)")
        printLine("faults \(counts.faults): \(soak.tally.faultList)")
        printLine("bytes \(counts.bytes)")
        printLine("unfinished subscriptions: \(counts.started - counts.ended)")
        printLine("violations: \(counts.violations)\n\(soak.tally.violationList)")
        return counts.violations == 0 && counts.started == counts.ended
    }

    /// Writes a line to standard output without buffering.
    private static func printLine(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
