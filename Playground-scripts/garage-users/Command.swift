import RillScript

/// The name, the options and the help of the command.
let command = CommandConfiguration(
    "garage-users",
    abstract:
        "Lists users, shows a user with their posts, or creates a post on a server with the API of Garage's example application.",
    discussion: """
        By default, garage-users uses a sample server inside its own process, which requires no account and no \
        network.

        \(ServiceArguments.outputDiscussion)
        """,
    usage: ["[<options>] [list]", "[<options>] show <id>", "[<options>] post <title> [<text>]"],
    groups: [
        Arguments().service.serverOptions(baseURLHelp: "Use another server; the API must be at <url>/v1."),
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
