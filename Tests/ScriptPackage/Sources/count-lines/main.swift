import RillScript

let command = CommandConfiguration(
    "count-lines", abstract: "Counts the lines of files.", usage: ["[<options>] [<file> ...]"],
    options: [.flag("--json", help: "Print JSON.")])

struct FileRecord: Encodable, Sendable {
    let name: String
    let lines: Int
}

await command.main { arguments in
    var isJSON = false
    var paths: [String] = []
    while try arguments.nextOption(collecting: &paths) != nil { isJSON = true }
    let inputs = paths.isEmpty ? [.standard] : paths.map { Input(path: $0) }
    let records = try await withSignalCancellation {
        try await Observable.from(inputs)
            .concatMap { input in
                input.lines(limit: 1 << 20).reduce(0) { count, _ in count + 1 }
                    .map { FileRecord(name: input.name, lines: $0) }
            }
            .collected()
    }
    try Output.write(
        records, asJSON: isJSON,
        columns: [.text("File", records.map(\.name)), .counts("Lines", records.map(\.lines))])
}
