import Dispatch
import Foundation
import RillHTTP

/// Runs many concurrent clients against a faulty server and checks the event contract.
@main
struct RillSoak {
    static func main() {
        do {
            guard let arguments = try SoakArguments(CommandLine.arguments.dropFirst()) else {
                return printLine(SoakArguments.usage)
            }
            if arguments.isServer { return try FaultServer.main() }
            let signalSource = printActiveSubscriptionsOnSignal()
            defer { signalSource.cancel() }
            let hasPassed = try run(arguments)
            exit(hasPassed ? 0 : 1)
        } catch let error as UsageError {
            fail("\(error)\n\n\(SoakArguments.usage)", 64)
        } catch {
            fail("\(error)", 1)
        }
    }

    private static func run(_ arguments: SoakArguments) throws -> Bool {
        let server = try ServerProcess()
        defer { server.stop() }
        let middleware = arguments.usesMiddleware ? " with middleware" : ""
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

    /// Prints the recorded subscriptions to standard error whenever the process receives SIGUSR1.
    private static func printActiveSubscriptionsOnSignal() -> any DispatchSourceSignal {
        signal(SIGUSR1, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .global())
        source.setEventHandler {
            FileHandle.standardError.write(Data("\(ActiveSubscriptions.shared)\n".utf8))
        }
        // A signal that arrives before the registration would be lost.
        let registration = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { registration.signal() }
        source.activate()
        registration.wait()
        return source
    }

    /// Writes a line to standard output without buffering.
    private static func printLine(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private static func fail(_ message: String, _ status: Int32) -> Never {
        FileHandle.standardError.write(Data("rill-soak: \(message)\n".utf8))
        exit(status)
    }
}
