import RillQiita
import RillScript

/// The values of the command line and the environment.
struct Arguments: Sendable {
    /// The part of the list to print.
    enum Extent: Sendable {
        case pages(from: Int, count: Int)
        case all
    }

    let service: ServiceOptions
    let extent: Extent
    let perPage: Int?
    let sort: TagSort?

    init(_ command: inout Command) {
        service = ServiceOptions(
            &command, live: "https://qiita.com/api/v2", example: "http://127.0.0.1:8080/api/v2",
            tokenVariable: "QIITA_TOKEN", baseURLHelp: "Use another server; <url> includes the path /api/v2.",
            jsonHelp: "Print a JSON array with Qiita's keys.")
        command.section("List options")
        let page = command.option("--page", "First page.", default: 1, in: 1...100)
        perPage = command.option("--per-page", "Tags per page, by default 20, or 100 with --all.", in: 1...100)
        let pages = command.option("--pages", "Maximum number of pages.", default: 1, in: 1...100)
        let isAll = command.flag("--all", "Fetch all pages, at most 100.")
        sort = command.option(
            "--sort",
            """
            Order in which the tags are fetched and printed. By default, the newest tags are fetched, and the table shows \
            the most used of them first.
            """, choices: [.count, .name])
        command.requireAtMostOne(of: "--all", "--page")
        command.requireAtMostOne(of: "--all", "--pages")
        extent = isAll ? .all : .pages(from: page, count: pages)
    }
}
