import RillScript

/// The name, the options and the help of the command.
let command = CommandConfiguration(
    "cassette", abstract: "Lists, redacts, splits, and checks HAR files with recorded HTTP exchanges.",
    discussion: """
        Reads the files of CassetteTransport, of browsers, and of other tools. A written file contains only the fields that \
        cassettes use.

        The output contains no secrets. Exits with status 1 if check finds a problem.
        """,
    usage: ["[<options>] <action> <file> ..."],
    groups: [
        OptionGroup(
            "Actions",
            [
                .entry("list", help: "List the exchanges."),
                .entry("redact", help: "Redact the secrets in the files."),
                .entry("split", help: "Write a file for each host, such as tags-api.example.har for tags.har."),
                .entry("check", help: "Report unplayable exchanges, secrets, unused fields, and old recordings."),
            ])
    ],
    options: [
        .option(
            "--secret", valueName: "name",
            help: """
                Redact the header fields, query items, form fields, and JSON members with this name as well; can be \
                repeated.
                """),
        .option(
            "--maximum-age", valueName: "days", help: "Maximum age of the recordings for check (default: unlimited)."),
        .flag("--json", help: "Print JSON for list: an array of exchanges."),
    ])
