import Rill
import RillGitHub
import RillHTTP
import RillScript

/// The main program.
enum Script {
    static func run(_ arguments: Arguments) async throws {
        let service = try RunningService(arguments)
        defer { service.stop() }
        let terminal = Terminal()
        let progress = PageProgress<SearchPage<Repository>>(terminal: Terminal(.errors))
        try await withSignalCancellation {
            switch arguments.extent {
            case .page(let number):
                try write([try await service.page(number, arguments).firstValue()], arguments, terminal)
            case .all:
                try await progress.collect {
                    for try await page in service.pages(arguments).values { progress.append(page) }
                } write: { pages in
                    try write(pages, arguments, terminal)
                }
            case .watch:
                for try await result in service.results(for: typedLines(), arguments).values {
                    try write(result, arguments, terminal)
                }
            }
        } cleanUp: {
            progress.clear()
        }
    }

    /// Returns the lines of standard input as they are typed.
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
            Output.note("showing \(repositories.count.grouped) of \(total.grouped) repositories")
        }
        if pages.contains(where: \.isIncomplete) {
            Output.note("the search timed out on GitHub's servers: the results may be incomplete")
        }
    }

    /// Writes the results of a query as the user types.
    ///
    /// An error is printed and does not end the script.
    private static func write(
        _ result: SearchResult<Repository>, _ arguments: Arguments, _ terminal: Terminal
    ) throws {
        switch result.result {
        case .failure(let error):
            Output.note("\(result.text): \(error)")
        case .success(let page):
            if arguments.service.isJSON {
                let line = ResultRecord(text: result.text, totalCount: page.totalCount, items: page.items)
                try Output.write(try JSONOutput.line(of: line) + "\n")
            } else if page.items.isEmpty {
                Output.note(result.text.isEmpty ? "the query is empty" : "\(result.text): no results")
            } else {
                Output.note("\(result.text): \(page.totalCount.grouped) results")
                try Output.write(TextTable(page.items, terminal: terminal).text)
            }
        }
    }

    /// The results of a query as a line of JSON.
    private struct ResultRecord: Encodable {
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
