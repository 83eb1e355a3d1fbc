import RillHTTP
import RillScript

/// The options and the URL of the command line before their combination is validated.
struct Draft {
    var arguments = Arguments()
    var method: HTTPRequest.Method?
    var data: [BodySource] = []
    var json: BodySource?
    var output: String?
    var isLines = false
    var isEvents = false
    var count: Int?
    var concurrency: Int?

    /// Parses the command line.
    ///
    /// Error messages do not quote arguments that can contain a secret, such as URLs, header fields and bodies.
    init(from reader: inout ArgumentReader) throws {
        while let argument = try reader.next() {
            switch argument {
            case .option("-X"): method = try reader.method()
            case .option("-H"): arguments.fields.append(try reader.headerField())
            case .option("-d"): data.append(try BodySource(try reader.value(allowsEmpty: true), of: "-d"))
            case .option("--json"): json = try BodySource(try reader.value(), of: "--json")
            case .option("--retry"): arguments.retries = try reader.integer(in: 0...100)
            case .option("--timeout"): arguments.timeout = try reader.duration()
            case .option("--har"): arguments.cassette = try reader.cassettePath()
            case .option("--verbose"): arguments.isVerbose = true
            case .option("--timing"): arguments.printsTiming = true
            case .option("--output"): output = try reader.outputPath()
            case .option("--lines"): isLines = true
            case .option("--sse"): isEvents = true
            case .option("--repeat"): count = try reader.integer(in: 1...1_000_000)
            case .option("--concurrency"): concurrency = try reader.integer(in: 1...1_000)
            case .option: break
            case .positional(let url): try setURL(url)
            }
        }
    }

    /// Validates a positional argument and stores it as the URL.
    mutating func setURL(_ url: String) throws(ValidationError) {
        guard arguments.url == nil else {
            throw ValidationError("unexpected argument after the URL: quote values that contain spaces")
        }
        do {
            try ServerURL.validate(url)
        } catch .userInformation {
            throw ValidationError("the URL contains a user name or password: send them with -H 'Authorization: …'")
        } catch {
            throw ValidationError(
                "invalid URL: expected an http or https URL without whitespace, such as http://127.0.0.1:8080/path?query"
            )
        }
        arguments.url = url
    }

    /// Returns the arguments, or throws if options cannot be combined.
    func validated() throws(ValidationError) -> Arguments {
        var arguments = arguments
        guard data.isEmpty || json == nil else { throw ValidationError("-d and --json cannot be combined") }
        if let json {
            arguments.body = try BodySource.body(of: [json], contentType: "application/json", option: "--json")
            if !arguments.fields.contains(.accept) { arguments.fields[.accept] = "application/json" }
        } else if !data.isEmpty {
            arguments.body = try BodySource.body(
                of: data, contentType: "application/x-www-form-urlencoded", option: "-d")
        }
        arguments.method = method ?? (arguments.body == nil ? .get : .post)
        arguments.outputMode = try outputMode()
        if count != nil, arguments.cassette != nil { throw ValidationError("--repeat and --har cannot be combined") }
        return arguments
    }

    private func outputMode() throws(ValidationError) -> Arguments.OutputMode {
        let choices: [(name: String, mode: Arguments.OutputMode)] = [
            isLines ? ("--lines", .lines) : nil, isEvents ? ("--sse", .events) : nil,
            output.map { ("--output", .file($0)) },
            count.map { ("--repeat", .load(Arguments.Load(count: $0, concurrency: concurrency ?? 1))) },
        ].compactMap { $0 }
        guard choices.count < 2 else {
            throw ValidationError("\(choices[0].name) and \(choices[1].name) cannot be combined")
        }
        guard concurrency == nil || count != nil else { throw ValidationError("--concurrency requires --repeat M") }
        return choices.first?.mode ?? .body
    }
}
