import RillScript

/// The name, the options and the help of the command.
let command = CommandConfiguration(
    "qiita-tags", abstract: "Lists the tags of Qiita as a table.",
    discussion: """
        By default, qiita-tags uses a sample server inside its own process, which requires no account and no \
        network, and prints the first page.

        \(ServiceArguments.outputDiscussion)
        """,
    usage: ["[<options>]"],
    groups: [
        Arguments().service.serverOptions(baseURLHelp: "Use another server; <url> includes the path /api/v2."),
        OptionGroup(
            "List options",
            [
                .option("--page", valueName: "n", help: "First page, 1 to 100 (default: 1)."),
                .option(
                    "--per-page", valueName: "n",
                    help: "Tags per page, 1 to 100 (default: 20, or 100 with --all)."),
                .option("--pages", valueName: "n", help: "Maximum number of pages, 1 to 100 (default: 1)."),
                .flag("--all", help: "Fetch all pages, at most 100."),
                .option(
                    "--sort", valueName: "order",
                    help: """
                        Order in which the tags are fetched and printed: count (most used first) or name. By default, \
                        the newest tags are fetched, and the table shows the most used of them first.
                        """),
            ]),
    ],
    options: [
        .flag("--json", help: "Print a JSON array with Qiita's keys.")
    ])
