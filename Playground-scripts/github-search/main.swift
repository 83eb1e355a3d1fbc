// Searches GitHub repositories. See `swift run github-search --help`.
import RillGitHub
import RillSampleServices
import RillScript
import RillTracing

printActiveSubscriptionsOnSignal()
var command = Command(
    "github-search", "Searches GitHub repositories and prints the results as a table.",
    discussion: """
        By default, github-search uses a sample server inside its own process, which requires no account and no \
        network, and searches for language:swift.

        \(ServiceOptions.outputDiscussion)
        """)
let service = ServiceOptions(
    &command, live: "https://api.github.com", example: "http://127.0.0.1:8080", tokenVariable: "GITHUB_TOKEN",
    baseURLHelp: "Use another server, such as https://HOST/api/v3 for GitHub Enterprise Server.",
    jsonHelp: "Print a JSON array with GitHub's keys, or one JSON object per line with --watch.")
let waits = command.flag("--wait", "Wait when the rate limit is exhausted, instead of failing.")
let tracePath = command.traceOption()
command.section("Search options")
let sort: RepositorySort? = command.option(
    "--sort", "Order of the results, by default the best match.",
    choices: [.stars, .forks, .helpWantedIssues, .updated])
let order: SortDirection? = command.option(
    "--order", "Direction, by default desc.", choices: [.descending, .ascending])
let page = command.option("--page", "Page number.", default: 1, in: 1...1_000)
let perPage: Int? = command.option(
    "--per-page", "Repositories per page, by default 20, or 100 with --all.", in: 1...100)
let isAll = command.flag("--all", "Fetch all pages; GitHub returns at most 1,000 repositories.")
let isWatching = command.flag(
    "--watch", "Search as you type; without a terminal, read queries from standard input, one per line.")
command.requireAtMostOne(of: "--all", "--watch", "--page")
let words = command.positionals(
    "words", "Search terms and qualifiers, such as language:swift, stars:>100, topic:rx or user:apple.")
command.require(!isWatching || words.isEmpty, "--watch reads the queries from standard input: omit <words>")
let text = words.isEmpty ? "language:swift" : words.joined(separator: " ")

await command.run {
    let server = try service.selectServer {
        var options = SampleGitHub.Options()
        // The sample server accepts any token of the user.
        if let token = service.token { options.tokens[token] = SampleGitHub.login }
        let sample = try SampleGitHub(options: options)
        return (sample.baseURL, sample.stop)
    }
    defer { server.stop() }
    let waiting = RateLimitWaiting { decision in
        guard case .retry(let wait) = decision.action else { return }
        Output.note("rate limit exhausted: retrying in \(wait.clockText)")
    }
    let client = GitHubClient(
        token: service.token, baseURL: server.baseURL, middleware: waits ? [waiting] : [],
        userAgent: "github-search (Rill)", timeout: service.timeout)
    let progress = PageProgress<SearchPage<Repository>>()
    let trace = try tracePath.map { try TraceRecorder(path: $0) }
    try await withSignalCancellation(reportingTo: trace) {
        if isAll {
            // Each page is requested after the previous page has been received.
            let pages = client.repositoryPages(
                matching: text, sort: sort, order: order, perPage: perPage ?? 100
            ).map(\.value)
            try await progress.collect(pages, write: writePages)
        } else if isWatching {
            let results = client.searchRepositories(
                matching: texts(), sort: sort, order: order, perPage: perPage ?? 20,
                scheduler: SerialDispatchQueueScheduler(label: "github-search"))
            for try await result in results.values {
                Output.showStatus()
                try write(result)
                if Input.standard.isInteractive { showText(result.text) }
            }
        } else {
            let result = client.searchRepositories(
                text, sort: sort, order: order, page: page, perPage: perPage ?? 20)
            try writePages([try await result.firstValue()])
        }
    } cleanUp: {
        progress.clear()
        if isWatching { Output.showStatus() }
    } finish: {
        try trace?.close()
    }
}
