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
        // Cancelling the task disposes the stream.
        let interruption = Interruption { reading.cancel() }
        defer { interruption.stop() }
        let pages = try await progress.whileShown { try await reading.value }
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
