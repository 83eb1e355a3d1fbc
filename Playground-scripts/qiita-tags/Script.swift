import Qiita
import Rill
import SampleServices

/// The program from the command line to the exit status.
enum Script {
    /// How the program ends.
    enum Status: Int32 {
        case done = 0
        case failed = 1
        case wrongUsage = 64
        case interrupted = 130
    }

    static func run(_ words: [String], _ environment: [String: String]) async -> Status {
        var token: String?
        do {
            switch try Command(words, environment: environment) {
            case .help:
                try Output.write(Help.text)
            case .list(let arguments):
                token = arguments.token
                try await list(arguments, environment)
            }
            return .done
        } catch let error as UsageError {
            Output.note("\(error.message)\nqiita-tags --help tells what there is.")
            return .wrongUsage
        } catch let error as Output.Failure where error.isClosedPipe {
            // Whoever reads has seen enough.
            return .done
        } catch is CancellationError {
            // The watch for Ctrl-C is about to end the program, or this does.
            return .interrupted
        } catch {
            Output.note("\(error)", hiding: token)
            return .failed
        }
    }

    private static func list(_ arguments: Arguments, _ environment: [String: String]) async throws {
        let service = try RunningService(arguments)
        defer { service.stop() }
        Output.note(service.notice)
        let progress = Progress()
        let stream = service.pages(arguments).do(onNext: { _ in progress.count() })
        let reading = Task { try await stream.collected() }
        let interruption = Interruption {
            // This disposes the stream.
            reading.cancel()
            progress.clear()
        }
        defer { interruption.stop() }
        let result = await reading.result
        progress.clear()
        let pages = try result.get()
        let tags = pages.flatMap(\.tags)
        if arguments.isJSON {
            try Output.write(try JSONOutput.text(of: tags))
        } else {
            try Output.write(Table(tags, terminal: Terminal(environment: environment)).text)
            if let total = pages.last?.totalCount, total > tags.count {
                Output.note("\(tags.count) of \(total) tags")
            }
        }
    }
}
