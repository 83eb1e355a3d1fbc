// Lists the tags of Qiita. See `swift run qiita-tags --help`.
import RillQiita
import RillSampleServices
import RillScript

printActiveSubscriptionsOnSignal()
var command = Command(
    "qiita-tags", "Lists the tags of Qiita as a table.",
    discussion: """
        By default, qiita-tags uses a sample server inside its own process, which requires no account and no \
        network, and prints the first page.

        \(ServiceOptions.outputDiscussion)
        """)
let service = ServiceOptions(
    &command, live: "https://qiita.com/api/v2", example: "http://127.0.0.1:8080/api/v2",
    tokenVariable: "QIITA_TOKEN", baseURLHelp: "Use another server; <url> includes the path /api/v2.",
    jsonHelp: "Print a JSON array with Qiita's keys.")
command.section("List options")
let page = command.option("--page", "First page.", default: 1, in: 1...100)
let perPage: Int? = command.option("--per-page", "Tags per page, by default 20, or 100 with --all.", in: 1...100)
let pageCount = command.option("--pages", "Maximum number of pages.", default: 1, in: 1...100)
let isAll = command.flag("--all", "Fetch all pages, at most 100.")
let sort: TagSort? = command.option(
    "--sort",
    """
    Order in which the tags are fetched and printed. By default, the newest tags are fetched, and the table shows \
    the most used of them first.
    """, choices: [.count, .name])
command.requireAtMostOne(of: "--all", "--page")
command.requireAtMostOne(of: "--all", "--pages")

/// Writes the tags as a table or as a JSON array.
func writeTags(of pages: [ListPage<Tag>]) throws {
    let records = pages.flatMap(\.elements)
    // In the order of the counts, the lengths of the bars can be compared.
    let tags = service.isJSON || sort != nil ? records : records.sorted { $0.itemsCount > $1.itemsCount }
    try Output.write(
        tags, asJSON: service.isJSON,
        columns: [
            .text("Tag", tags.map(\.id), style: .bold), .counts("Items", tags.map(\.itemsCount), bar: .cyan),
            .counts("Followers", tags.map(\.followersCount), bar: .magenta),
        ])
    if !service.isJSON, let total = pages.last?.totalCount, total > tags.count {
        Output.note("showing \(tags.count) of \(total) tags")
    }
}

await command.run {
    let server = try service.selectServer {
        var options = SampleQiita.Options()
        // The sample server accepts any token of the user.
        if let token = service.token { options.tokens.insert(token) }
        let sample = try SampleQiita(options: options)
        return (sample.baseURL, sample.stop)
    }
    defer { server.stop() }
    let client = QiitaClient(token: service.token, baseURL: server.baseURL, timeout: service.timeout)
    // Each page is requested after the previous page has been received.
    let pages =
        isAll
        ? client.tagPages(perPage: perPage ?? 100, sort: sort)
        : client.tagPages(from: page, perPage: perPage ?? 20, sort: sort).take(pageCount)
    let progress = PageProgress<ListPage<Tag>>()
    try await withSignalCancellation {
        try await progress.collect(pages, write: writeTags)
    } cleanUp: {
        progress.clear()
    }
}
