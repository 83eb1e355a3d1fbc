import RillScript

/// The name, the options and the help of the command.
let command = CommandConfiguration(
    "garage-users",
    abstract:
        "Lists users, shows a user with their posts, or creates a post on a server with the API of Garage's example application.",
    discussion: """
        By default, garage-users uses a sample server inside its own process, which requires no account and no \
        network.

        The output is colored on a terminal, unless NO_COLOR is set. Notices and errors are written to standard \
        error.

        Exit status: 0 success, 1 failure, 64 invalid usage, 130 interrupted, 128+N terminated by signal N.
        """,
    usage: ["[<options>] [list]", "[<options>] show <id>", "[<options>] post <title> [<text>]"],
    groups: [
        OptionGroup(
            "Server options",
            [
                .option("--base-url", valueName: "url", help: "Use another server; the API must be at <url>/v1."),
                .option(
                    "--token", valueName: "token",
                    help: "Access token. Prefer the variable GARAGE_TOKEN: other users can see the command line."),
                .option("--timeout", valueName: "seconds", help: "Maximum time per request, such as 2.5."),
            ]),
        OptionGroup(
            "List options",
            [
                .option("--page", valueName: "n", help: "Page number (default: 1)."),
                .option(
                    "--per-page", valueName: "n",
                    help: "Users per page, 1 to 100 (default: 20, or 100 with --all)."),
                .flag("--all", help: "Fetch all pages."),
            ]),
    ],
    options: [
        .flag("--json", help: "Print JSON with the server's keys: an array of users, a user with posts, or a post.")
    ])
