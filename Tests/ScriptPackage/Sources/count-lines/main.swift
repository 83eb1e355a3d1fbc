import RillScript

struct FileRecord: Encodable, Sendable {
    let name: String
    let lines: Int
}

var command = Command("count-lines", "Counts the lines of files.")
let isJSON = command.flag("--json", "Print JSON.")
let paths = command.positionals("file", "The files; standard input by default.")

await command.run {
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
