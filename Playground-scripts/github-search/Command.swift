import RillScript

/// The name, the options and the help of the command.
let command = CommandConfiguration(
    "github-search", abstract: "Searches GitHub repositories and prints the results as a table.",
    discussion: """
        By default, github-search uses a sample server inside its own process, which requires no account and no \
        network, and searches for language:swift.

        \(ServiceArguments.outputDiscussion)
        """,
    usage: ["[<options>] [<words> ...]"],
    groups: [
        Arguments().service.serverOptions(
            baseURLHelp: "Use another server, such as https://HOST/api/v3 for GitHub Enterprise Server.",
            others: [
                .flag("--wait", help: "Wait when the rate limit is exhausted, instead of failing."), .trace,
            ]),
        OptionGroup(
            "Search options",
            [
                .entry(
                    "WORDS",
                    help: "Search terms and qualifiers, such as language:swift, stars:>100, topic:rx or user:apple."),
                .option(
                    "--sort", valueName: "order",
                    help: "Order of the results: stars, forks, help-wanted-issues or updated (default: best match)."),
                .option("--order", valueName: "direction", help: "Direction: desc or asc (default: desc)."),
                .option("--page", valueName: "n", help: "Page number (default: 1)."),
                .option(
                    "--per-page", valueName: "n",
                    help: "Repositories per page, 1 to 100 (default: 20, or 100 with --all)."),
                .flag("--all", help: "Fetch all pages; GitHub returns at most 1,000 repositories."),
                .flag(
                    "--watch",
                    help: "Search as you type; without a terminal, read queries from standard input, one per line."),
            ]),
    ],
    options: [
        .flag("--json", help: "Print a JSON array with GitHub's keys, or one JSON object per line with --watch.")
    ])
