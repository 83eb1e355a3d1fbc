// Sends an HTTP request and writes the response body. See `swift run http-get --help`.
import Foundation
import RillHTTP
import RillScript

Output.prepare()
do {
    let environment = ProcessInfo.processInfo.environment
    switch try Command(Array(CommandLine.arguments.dropFirst())) {
    case .help:
        try Output.write(Help.text)
    case .send(let arguments):
        let session = try Session(arguments, errors: Terminal(.errors, environment: environment))
        defer { session.stop() }
        try await Interruption.canceling {
            let arguments = try await arguments.readingBody()
            let session = session.with(arguments)
            switch arguments.outputMode {
            case .body: try await session.writeBody()
            case .lines: try await session.writeLines()
            case .events: try await session.writeEvents(arguments)
            case .file(let path): try await session.download(to: path)
            case .load(let load): try await session.run(load, Terminal(environment: environment))
            }
        } cleanUp: {
            session.cleanUp()
        }
    }
    exit(ExitStatus.success.rawValue)
} catch {
    exit(ErrorReport.report(error).rawValue)
}
