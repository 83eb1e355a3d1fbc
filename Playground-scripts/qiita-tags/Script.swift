import Rill
import RillQiita
import RillSampleServices
import RillScript

/// The main program.
enum Script {
    static func run(_ commandLine: [String], _ environment: [String: String]) async -> ExitStatus {
        await .run { secret in
            switch try Command(commandLine, environment: environment) {
            case .help:
                try Output.write(Help.text)
            case .list(let arguments):
                secret = arguments.service.token
                try await list(arguments, environment)
            }
        }
    }

    private static func list(_ arguments: Arguments, _ environment: [String: String]) async throws {
        let service = try RunningService(arguments)
        defer { service.stop() }
        let progress = PageProgress<TagPage>(terminal: Terminal(.errors, environment: environment))
        try await Interruption.canceling {
            try await progress.collect {
                for try await page in service.pages(arguments).values { progress.append(page) }
            } write: { pages in
                try write(pages, arguments, environment)
            }
        } cleanUp: {
            progress.clear()
        }
    }

    private static func write(_ pages: [TagPage], _ arguments: Arguments, _ environment: [String: String]) throws {
        let tags = pages.flatMap(\.tags)
        if arguments.service.isJSON {
            try Output.write(try JSONOutput.text(of: tags))
        } else {
            try Output.write(TextTable(tags, terminal: Terminal(environment: environment)).text)
            if let total = pages.last?.totalCount, total > tags.count {
                Output.note("showing \(tags.count) of \(total) tags")
            }
        }
    }
}
