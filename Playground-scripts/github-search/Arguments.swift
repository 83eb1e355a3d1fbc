import RillGitHub
import RillScript

/// The values of the command line and the environment.
struct Arguments: Sendable {
    /// The part of the results to print.
    enum Extent: Equatable, Sendable {
        case page(Int)
        case all
        /// The first page for each query that is typed or read from standard input.
        case watch
    }

    let service: ServiceOptions
    let text: String
    let sort: RepositorySort?
    let order: SortDirection?
    let extent: Extent
    let perPage: Int?
    let waits: Bool

    /// The path of the timeline, or `nil` if none is recorded.
    let trace: String?

    init(_ command: inout Command) {
        service = ServiceOptions(
            &command, live: "https://api.github.com", example: "http://127.0.0.1:8080", tokenVariable: "GITHUB_TOKEN",
            baseURLHelp: "Use another server, such as https://HOST/api/v3 for GitHub Enterprise Server.",
            jsonHelp: "Print a JSON array with GitHub's keys, or one JSON object per line with --watch.")
        waits = command.flag("--wait", "Wait when the rate limit is exhausted, instead of failing.")
        trace = command.traceOption()
        command.section("Search options")
        sort = command.option(
            "--sort", "Order of the results, by default the best match.",
            choices: [.stars, .forks, .helpWantedIssues, .updated])
        order = command.option("--order", "Direction, by default desc.", choices: [.descending, .ascending])
        let page = command.option("--page", "Page number.", default: 1, in: 1...1_000)
        perPage = command.option("--per-page", "Repositories per page, by default 20, or 100 with --all.", in: 1...100)
        let isAll = command.flag("--all", "Fetch all pages; GitHub returns at most 1,000 repositories.")
        let isWatching = command.flag(
            "--watch", "Search as you type; without a terminal, read queries from standard input, one per line.")
        command.requireAtMostOne(of: "--all", "--watch", "--page")
        let words = command.positionals(
            "words", "Search terms and qualifiers, such as language:swift, stars:>100, topic:rx or user:apple.")
        command.require(!isWatching || words.isEmpty, "--watch reads the queries from standard input: omit <words>")
        text = words.isEmpty ? "language:swift" : words.joined(separator: " ")
        extent = isAll ? .all : isWatching ? .watch : .page(page)
    }
}
