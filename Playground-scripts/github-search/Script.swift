import RillGitHub
import Rill
import RillHTTP
import RillScriptSupport

/// The program from the command line to the exit status.
enum Script {
    static func run(_ words: [String], _ environment: [String: String]) async -> ExitStatus {
        await .of { secret in
            switch try Command(words, environment: environment) {
            case .help:
                try Output.write(Help.text)
            case .search(let arguments):
                secret = arguments.service.token
                try await search(arguments, environment)
            }
        }
    }

    private static func search(_ arguments: Arguments, _ environment: [String: String]) async throws {
        let service = try RunningService(arguments)
        defer { service.stop() }
        let terminal = Terminal(environment: environment)
        let progress = PageProgress<SearchPage<Repository>>(terminal: Terminal(.errors, environment: environment))
        try await Interruption.cancelling {
            switch arguments.extent {
            case .page(let number):
                try write([try await service.page(number, arguments).firstValue()], arguments, terminal)
            case .all:
                try await progress.gather {
                    for try await page in service.pages(arguments).values { progress.take(page) }
                } write: { pages in
                    try write(pages, arguments, terminal)
                }
            case .watch:
                for try await answer in service.answers(to: typedLines(), arguments).values {
                    try write(answer, arguments, terminal)
                }
            }
        } settle: {
            progress.clear()
        }
    }

    /// The lines of standard input, as they are typed.
    private static func typedLines() -> Observable<String> {
        .create { observer in
            let task = Task {
                do {
                    try await Input.standard.readLines { line in
                        observer.onNext(line)
                        return !observer.isDisposed
                    }
                    observer.onCompleted()
                } catch {
                    observer.onError(error)
                }
            }
            return Disposable { task.cancel() }
        }
    }

    private static func write(
        _ pages: [SearchPage<Repository>], _ arguments: Arguments, _ terminal: Terminal
    ) throws {
        let repositories = pages.flatMap(\.items)
        if arguments.service.isJSON {
            try Output.write(try JSONOutput.text(of: repositories))
        } else {
            try Output.write(TextTable(repositories, terminal: terminal).text)
        }
        if let total = pages.last?.totalCount, total > repositories.count {
            Output.note("\(repositories.count.grouped) of \(total.grouped) repositories")
        }
        if pages.contains(where: \.isIncomplete) {
            Output.note("GitHub ran out of time while it searched: some repositories may be missing")
        }
    }

    /// What was found for a text; an error is told, and the next text is waited for.
    private static func write(
        _ answer: SearchResult<Repository>, _ arguments: Arguments, _ terminal: Terminal
    ) throws {
        switch answer.result {
        case .failure(let error):
            Output.note("\(answer.text): \(error)", hiding: arguments.service.token)
        case .success(let page):
            if arguments.service.isJSON {
                let line = Found(text: answer.text, totalCount: page.totalCount, items: page.items)
                try Output.write(try JSONOutput.line(of: line) + "\n")
            } else if page.items.isEmpty {
                Output.note(answer.text.isEmpty ? "nothing to search for" : "\(answer.text): nothing found")
            } else {
                Output.note("\(answer.text): \(page.totalCount.grouped) found")
                try Output.write(TextTable(page.items, terminal: terminal).text)
            }
        }
    }

    /// What was found for a text, as a line of JSON.
    private struct Found: Encodable {
        let text: String
        let totalCount: Int
        let items: [Repository]

        private enum CodingKeys: String, CodingKey {
            case text
            case totalCount = "total_count"
            case items
        }
    }
}
