import RillHTTP
import RillScript

/// The options and operands of the command line before their combination is validated.
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

    /// Validates an operand and stores it as the URL.
    mutating func setURL(_ url: String) throws(UsageError) {
        guard arguments.url == nil else {
            throw UsageError("unexpected argument after the URL: quote values that contain spaces")
        }
        do {
            try ServerURL.validate(url)
        } catch .userInformation {
            throw UsageError("the URL contains a user name or password: send them with -H 'Authorization: …'")
        } catch {
            throw UsageError(
                "invalid URL: expected an http or https URL without whitespace, such as http://127.0.0.1:8080/path?query"
            )
        }
        arguments.url = url
    }

    /// Returns the arguments, or throws if options cannot be combined.
    func validated() throws(UsageError) -> Arguments {
        var arguments = arguments
        guard data.isEmpty || json == nil else { throw UsageError("-d and --json cannot be combined") }
        if let json {
            arguments.body = try BodySource.body(of: [json], contentType: "application/json", option: "--json")
            if !arguments.fields.contains(.accept) { arguments.fields[.accept] = "application/json" }
        } else if !data.isEmpty {
            arguments.body = try BodySource.body(
                of: data, contentType: "application/x-www-form-urlencoded", option: "-d")
        }
        arguments.method = method ?? (arguments.body == nil ? .get : .post)
        arguments.outputMode = try outputMode()
        if count != nil, arguments.cassette != nil { throw UsageError("--repeat and --har cannot be combined") }
        return arguments
    }

    private func outputMode() throws(UsageError) -> Arguments.OutputMode {
        let choices: [(name: String, mode: Arguments.OutputMode)] = [
            isLines ? ("--lines", .lines) : nil, isEvents ? ("--sse", .events) : nil,
            output.map { ("--output", .file($0)) },
            count.map { ("--repeat", .load(Arguments.Load(count: $0, concurrency: concurrency ?? 1))) },
        ].compactMap { $0 }
        guard choices.count < 2 else {
            throw UsageError("\(choices[0].name) and \(choices[1].name) cannot be combined")
        }
        guard concurrency == nil || count != nil else { throw UsageError("--concurrency requires --repeat M") }
        return choices.first?.mode ?? .body
    }
}
