import Rill
import RillQiita
import RillSampleServices
import RillScript

/// The main program.
enum Script {
    static func run(_ arguments: Arguments) async throws {
        let service = try RunningService(arguments)
        defer { service.stop() }
        let progress = PageProgress<TagPage>(terminal: Terminal(.errors))
        try await withSignalCancellation {
            try await progress.collect {
                for try await page in service.pages(arguments).values { progress.append(page) }
            } write: { pages in
                try write(pages, arguments)
            }
        } cleanUp: {
            progress.clear()
        }
    }

    private static func write(_ pages: [TagPage], _ arguments: Arguments) throws {
        let tags = pages.flatMap(\.tags)
        if arguments.service.isJSON {
            try Output.write(try JSONOutput.text(of: tags))
        } else {
            try Output.write(TextTable(tags, terminal: Terminal()).text)
            if let total = pages.last?.totalCount, total > tags.count {
                Output.note("showing \(tags.count) of \(total) tags")
            }
        }
    }
}
