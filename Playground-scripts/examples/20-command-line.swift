// A command-line program. Try: play 20-command-line.swift --help, and --limit 3, --json, --limti 3.
import RillQiita
import RillSampleServices
import RillScript

let command = CommandConfiguration(
    "tags", abstract: "Lists the most used tags.",
    options: [
        .option("-n", "--limit", valueName: "n", help: "Number of tags, 1 to 100 (default: 5)."),
        .flag("--json", help: "Print JSON."),
    ])

// Prints help and errors, and exits with 0, 1, or 64 for invalid arguments.
await command.main { arguments in
    var limit = 5
    var isJSON = false
    while let option = try arguments.nextOption() {
        switch option {
        case "--limit": limit = try arguments.integer(in: 1...100)
        default: isJSON = true
        }
    }
    let server = try SampleQiita()
    let request = QiitaClient(baseURL: server.baseURL).tags(perPage: limit, sort: .count)

    // Ctrl-C cancels the request, and then ends the process; a shell reports the exit code 130.
    let tags = try await withSignalCancellation {
        try await request.firstValue()
    } cleanUp: {
        server.stop()
    }
    try Output.write(
        tags, asJSON: isJSON,
        columns: [.text("Tag", tags.map(\.id)), .counts("Items", tags.map(\.itemsCount), bar: .cyan)])
}
