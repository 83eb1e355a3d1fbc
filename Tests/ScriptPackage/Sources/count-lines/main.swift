import RillScript

let command = CommandConfiguration(
    "count-lines", abstract: "Counts the lines of files.", usage: ["[<options>] [<file> ...]"],
    options: [.flag("--json", help: "Print JSON.")])

struct FileRecord: Encodable {
    let name: String
    let lines: Int
}

await command.main { arguments in
    var isJSON = false
    var inputs: [Input] = []
    while let argument = try arguments.next() {
        switch argument {
        case .positional(let path): inputs.append(Input(path: path))
        case .option: isJSON = true
        }
    }
    if inputs.isEmpty { inputs = [.standard] }
    var records: [FileRecord] = []
    for input in inputs {
        let bytes = try await withSignalCancellation { try await input.read(limit: 1 << 30) }
        records.append(FileRecord(name: input.name, lines: bytes.count { $0 == UInt8(ascii: "\n") }))
    }
    if isJSON {
        try Output.write(try JSONOutput.text(of: records))
    } else {
        let table = TextTable(
            [.text("File", records.map(\.name)), .counts("Lines", records.map(\.lines))], terminal: Terminal())
        try Output.write(table.text)
    }
}
