import RillScript

/// The name, the options and the help of the command.
let command = CommandConfiguration(
    "qiita-tags", abstract: "Lists the tags of Qiita as a table.",
    discussion: """
        By default, qiita-tags uses a sample server inside its own process, which requires no account and no \
        network, and prints the first page.

        The output is colored on a terminal, unless NO_COLOR is set. Notices and errors are written to standard \
        error.

        Exit status: 0 success, 1 failure, 64 invalid usage, 130 interrupted, 128+N terminated by signal N.
        """,
    usage: ["[<options>]"],
    groups: [
        OptionGroup(
            "Server options",
            [
                .flag("--live", help: "Use qiita.com."),
                .option("--base-url", valueName: "url", help: "Use another server; <url> includes the path /api/v2."),
                .option(
                    "--token", valueName: "token",
                    help: "Access token. Prefer the variable QIITA_TOKEN: other users can see the command line."),
                .option("--timeout", valueName: "seconds", help: "Maximum time per request, such as 2.5."),
            ]),
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
                    help: "Order of the tags: count (most used first) or name (default: newest first)."),
            ]),
    ],
    options: [
        .flag("--json", help: "Print a JSON array with Qiita's keys.")
    ])
