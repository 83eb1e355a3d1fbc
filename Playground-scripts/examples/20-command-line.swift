// A command-line program. Try: play 20-command-line.swift --help, and --limit 3, --json, --limti 3.
import RillQiita
import RillSampleServices
import RillScript

var command = Command("tags", "Lists the most used tags.", version: "1.0")
let limit = command.option("-n, --limit", "Number of tags.", default: 5, in: 1...100)
let isJSON = command.flag("--json", "Print JSON.")

// Prints help and errors, and exits with 0, 1, or 64 for invalid arguments.
await command.run {
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
