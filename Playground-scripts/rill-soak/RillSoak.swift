import Foundation
import Rill
import RillHTTP

/// Many clients against a server that does everything wrong.
@main
struct RillSoak {
    static func main() {
        do {
            guard let arguments = try SoakArguments(CommandLine.arguments.dropFirst()) else {
                return say(SoakArguments.usage)
            }
            if arguments.isServer { return try FaultServer.main() }
            let isGood = try run(arguments)
            exit(isGood ? 0 : 1)
        } catch let error as UsageError {
            fail("\(error)\n\n\(SoakArguments.usage)", 64)
        } catch {
            fail("\(error)", 1)
        }
    }

    private static func run(_ arguments: SoakArguments) throws -> Bool {
        let server = try ServerProcess()
        defer { server.stop() }
        say("seed \(arguments.seed), \(arguments.clients) at once over \(arguments.transport.rawValue)")
        let soak = try Soak(arguments, authority: server.authority)
        say("start: \(ProcessFigures())")
        soak.run { elapsed, counts in
            say("\(elapsed) s: \(counts.ended) requests, \(counts.faults) faults; \(ProcessFigures())")
        }
        let counts = soak.tally.current
        say("end: \(ProcessFigures())")
        say(
            "requests \(counts.started): \(counts.completed) completed, \(counts.failed) failed, \(counts.cancelled) cancelled"
        )
        say("faults \(counts.faults): \(soak.tally.faultList)")
        say("bytes \(counts.bytes)")
        say("subscriptions that did not end: \(counts.started - counts.ended)")
        say("violations: \(counts.violations)\n\(soak.tally.violationList)")
        return counts.violations == 0 && counts.started == counts.ended
    }

    /// Prints at once, also into a pipe.
    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private static func fail(_ message: String, _ status: Int32) -> Never {
        FileHandle.standardError.write(Data("rill-soak: \(message)\n".utf8))
        exit(status)
    }
}
