import RillGitHub
import RillScript

/// Returns the texts that the user types, or the lines of standard input if it is not a terminal.
func texts() -> Observable<String> {
    guard Input.standard.isInteractive else { return Input.standard.lines() }
    showText("")
    return Input.typedTexts().do(onNext: showText)
}

/// Shows the text that the user edits.
@Sendable func showText(_ text: String) {
    Output.showStatus("Search: \(text.printable())".fitted(to: Terminal(.errors).width - 1))
}

/// Writes the repositories of pages as a table or as a JSON array.
func writePages(_ pages: [SearchPage<Repository>]) throws {
    let repositories = pages.flatMap(\.items)
    try Output.write(repositories, asJSON: service.isJSON, columns: columns(of: repositories))
    if let total = pages.last?.totalCount, total > repositories.count {
        Output.note("showing \(repositories.count.grouped) of \(total.grouped) repositories")
    }
    if pages.contains(where: \.isIncomplete) {
        Output.note("the search timed out on GitHub's servers: the results may be incomplete")
    }
}

private func columns(of repositories: [Repository]) -> [TextTable.Column] {
    [
        .text("Repository", repositories.map(\.fullName), style: .bold),
        .counts("Stars", repositories.map { $0.stargazersCount ?? 0 }, bar: .cyan),
        .text("Language", repositories.map { $0.language ?? "" }),
        .text("Description", repositories.map { $0.description ?? "" }),
    ]
}

/// Writes the results of a query as the user types.
///
/// An error is printed and does not end the script.
func write(_ result: SearchResult<Repository>) throws {
    switch result.result {
    case .failure(let error):
        Output.note("\(result.text): \(error)")
    case .success(let page):
        if service.isJSON {
            let line = ResultRecord(text: result.text, totalCount: page.totalCount, items: page.items)
            try Output.write(try JSONOutput.line(of: line) + "\n")
        } else if page.items.isEmpty {
            Output.note(result.text.isEmpty ? "the query is empty" : "\(result.text): no results")
        } else {
            Output.note("\(result.text): \(page.totalCount.grouped) results")
            try Output.write(TextTable(columns(of: page.items), terminal: Terminal()).text)
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
