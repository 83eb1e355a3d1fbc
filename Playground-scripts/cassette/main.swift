// Lists, redacts, splits, and checks HAR files. See `swift run cassette --help`.
import RillHTTPTesting
import RillScript

enum Action: String {
    case list
    case redact
    case split
    case check
}

var command = Command(
    "cassette", "Lists, redacts, splits, and checks HAR files with recorded HTTP exchanges.",
    discussion: """
        Reads the files of CassetteTransport, of browsers, and of other tools. A written file contains only the fields that \
        cassettes use.

        The output contains no secrets. Exits with status 1 if check finds a problem.
        """)
let secretNames = Set(
    command.options(
        "--secret",
        """
        Redact the header fields, query items, form fields, and JSON members with this name as well; can be repeated.
        """, valueName: "name"))
let action = command.subcommand([
    Action.list: "List the exchanges.", .redact: "Redact the secrets in the files.",
    .split: "Write a file for each host, such as tags-api.example.har for tags.har.",
    .check: "Report unplayable exchanges, secrets, unused fields, and old recordings.",
])
let isJSON = action == .list ? command.flag("--json", "Print a JSON array of exchanges.") : false
let maximumDays: Int? =
    action == .check
    ? command.option(
        "--maximum-age", "Maximum age of the recordings, by default unlimited.", valueName: "days", in: 0...36_500)
    : nil
let files = command.positionals("file", "The HAR files.", count: 1...)

await command.run {
    do {
        switch action {
        case .list: try list(files.map(document), asJSON: isJSON)
        case .redact:
            for var document in try files.map(document) {
                let count = try document.redact()
                try Output.write("\(document.path): redacted \(exchanges(count))\n")
            }
        case .split:
            for document in try files.map(document) {
                for part in try document.split() {
                    try Output.write("\(part.path): \(exchanges(part.summaries.count))\n")
                }
            }
        case .check: try check(files, maximumAge: maximumDays.map { .seconds(86_400) * $0 })
        }
    } catch let error as TransportError {
        Output.note(error.text)
        throw ExitCode.failure
    }
}
