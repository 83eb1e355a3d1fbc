import RillScript

/// The values of the command line.
struct Arguments: Sendable {
    /// The action to perform.
    enum Action: String, Sendable {
        case list
        case redact
        case split
        case check
    }

    let action: Action
    let files: [String]
    let secretNames: Set<String>
    /// The maximum age of the recordings, or `nil` if it is unlimited.
    var maximumAge: Duration?
    var isJSON = false

    init(_ command: inout Command) {
        secretNames = Set(
            command.options(
                "--secret",
                """
                Redact the header fields, query items, form fields, and JSON members with this name as well; can be \
                repeated.
                """, valueName: "name"))
        action = command.subcommand([
            .list: "List the exchanges.", .redact: "Redact the secrets in the files.",
            .split: "Write a file for each host, such as tags-api.example.har for tags.har.",
            .check: "Report unplayable exchanges, secrets, unused fields, and old recordings.",
        ])
        switch action {
        case .list: isJSON = command.flag("--json", "Print a JSON array of exchanges.")
        case .check:
            let days = command.option(
                "--maximum-age", "Maximum age of the recordings, by default unlimited.", valueName: "days",
                in: 0...36_500)
            maximumAge = days.map { .seconds(86_400) * $0 }
        case .redact, .split: break
        }
        files = command.positionals("file", "The HAR files.", count: 1...)
    }
}
