import RillHTTP
import RillScriptSupport

/// What to do: send a request, or print the help that was asked for.
enum Command: Sendable {
    case help
    case send(Arguments)
}

extension Command {
    /// Reads the command line.
    ///
    /// No message repeats a word that could hold a secret: an address, a field, a body.
    init(_ words: [String]) throws(UsageError) {
        var reader = ArgumentReader(words, lettersWithValue: ["X", "H", "d"])
        var draft = Draft()
        while let word = reader.next() {
            switch word {
            case .option("--help"), .option("-h"):
                self = .help
                return
            case .option("-X"): draft.method = try reader.method()
            case .option("-H"): draft.arguments.fields.append(try reader.field())
            case .option("-d"): draft.data.append(try BodySource(try reader.value(allowsEmpty: true), of: "-d"))
            case .option("--json"): draft.json = try BodySource(try reader.value(), of: "--json")
            case .option("--retry"): draft.arguments.retries = try reader.integer(in: 0...100)
            case .option("--timeout"): draft.arguments.timeout = try reader.duration()
            case .option("--har"): draft.arguments.cassette = try reader.cassette()
            case .option("--verbose"): draft.arguments.isVerbose = try reader.flag()
            case .option("--output"): draft.output = try reader.place()
            case .option("--lines"): draft.isLines = try reader.flag()
            case .option("--sse"): draft.isEvents = try reader.flag()
            case .option("--repeat"): draft.count = try reader.integer(in: 1...1_000_000)
            case .option("--concurrency"): draft.concurrency = try reader.integer(in: 1...1_000)
            case .option: throw reader.unknownOption
            case .operand(let url): try draft.take(url)
            }
        }
        self = .send(try draft.checked())
    }
}
