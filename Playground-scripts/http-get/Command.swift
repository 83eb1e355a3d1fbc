import RillHTTP
import RillScript

/// The command to run: send a request, or print the help.
enum Command: Sendable {
    case help
    case send(Arguments)
}

extension Command {
    /// Parses the command line.
    ///
    /// Error messages do not quote arguments that can contain a secret, such as URLs, header fields and bodies.
    init(_ arguments: [String]) throws(UsageError) {
        var reader = ArgumentReader(arguments, shortOptionsWithValue: ["X", "H", "d"])
        var draft = Draft()
        while let argument = reader.next() {
            switch argument {
            case .option("--help"), .option("-h"):
                self = .help
                return
            case .option("-X"): draft.method = try reader.method()
            case .option("-H"): draft.arguments.fields.append(try reader.headerField())
            case .option("-d"): draft.data.append(try BodySource(try reader.value(allowsEmpty: true), of: "-d"))
            case .option("--json"): draft.json = try BodySource(try reader.value(), of: "--json")
            case .option("--retry"): draft.arguments.retries = try reader.integer(in: 0...100)
            case .option("--timeout"): draft.arguments.timeout = try reader.duration()
            case .option("--har"): draft.arguments.cassette = try reader.cassettePath()
            case .option("--verbose"): draft.arguments.isVerbose = try reader.flag()
            case .option("--output"): draft.output = try reader.outputPath()
            case .option("--lines"): draft.isLines = try reader.flag()
            case .option("--sse"): draft.isEvents = try reader.flag()
            case .option("--repeat"): draft.count = try reader.integer(in: 1...1_000_000)
            case .option("--concurrency"): draft.concurrency = try reader.integer(in: 1...1_000)
            case .option: throw reader.unknownOption
            case .operand(let url): try draft.setURL(url)
            }
        }
        self = .send(try draft.validated())
    }
}
