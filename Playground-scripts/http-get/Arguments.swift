import RillHTTP
import RillScript

/// The parsed command line.
struct Arguments: Sendable {
    /// The handling of the response body.
    enum OutputMode: Sendable {
        /// Writes the bytes to standard output.
        case body
        /// Writes the lines to standard output.
        case lines
        /// Receives server-sent events and writes each as a line of JSON.
        case events
        /// Writes the body to the file at a path.
        case file(String)
        /// Sends the request repeatedly and prints statistics.
        case load(Load)
    }

    /// The parameters of a load test.
    struct Load: Sendable {
        /// The total number of requests.
        let count: Int
        /// The maximum number of concurrent requests.
        let concurrency: Int
    }

    /// The URL, or `nil` for the in-process sample server.
    var url: String?
    var method = HTTPRequest.Method.get
    var fields: HTTPFields = [:]
    var body: RequestBody?
    /// The maximum number of retries, or `nil` if `--retry` is absent.
    var retries: Int?
    var timeout: Duration?
    /// The path of the HAR file to play or record.
    var cassette: String?
    var isVerbose = false
    /// Whether a line of JSON with the phases of each exchange is written.
    var printsTiming = false
    /// The path of the timeline, or `nil` if none is recorded.
    var trace: String?
    var outputMode = OutputMode.body
}

extension Arguments {
    /// Parses the command line.
    ///
    /// Error messages do not quote arguments that can contain a secret, such as URLs, header fields and bodies.
    init(from reader: inout ArgumentReader) throws {
        var arguments = Arguments()
        var urls: [String] = []
        var method: HTTPRequest.Method?
        var data: RequestBody?
        var json: RequestBody?
        var count: Int?
        var concurrency: Int?
        while let option = try reader.nextOption(collecting: &urls) {
            switch option {
            case "-X": method = try reader.method()
            case "-H": arguments.fields.append(try reader.headerField())
            case "-d":
                let body = try reader.body(contentType: "application/x-www-form-urlencoded", allowsEmpty: true)
                data = try data?.appending(body, option: option) ?? body
            case "--json": json = try reader.body(contentType: "application/json")
            case "--retry": arguments.retries = try reader.integer(in: 0...100)
            case "--timeout": arguments.timeout = try reader.duration()
            case "--har": arguments.cassette = try reader.cassettePath()
            case "--trace": arguments.trace = try reader.tracePath()
            case "--verbose": arguments.isVerbose = true
            case "--timing": arguments.printsTiming = true
            case "--output": arguments.outputMode = .file(try reader.outputPath())
            case "--lines": arguments.outputMode = .lines
            case "--sse": arguments.outputMode = .events
            case "--repeat": count = try reader.integer(in: 1...1_000_000)
            case "--concurrency": concurrency = try reader.integer(in: 1...1_000)
            default: preconditionFailure("the configuration has the unknown option \(option)")
            }
        }
        try reader.requireAtMostOne(of: "-d", "--json")
        try reader.requireAtMostOne(of: "--lines", "--sse", "--output", "--repeat")
        try reader.requireAtMostOne(of: "--repeat", "--har")
        guard concurrency == nil || count != nil else { throw ValidationError("--concurrency requires --repeat M") }
        if let count { arguments.outputMode = .load(Load(count: count, concurrency: concurrency ?? 1)) }
        arguments.url = try Self.url(urls)
        arguments.body = json ?? data
        arguments.method = method ?? (arguments.body == nil ? .get : .post)
        if json != nil, !arguments.fields.contains(.accept) { arguments.fields[.accept] = "application/json" }
        self = arguments
    }

    /// Returns the URL among the positional arguments, or `nil` if there are none.
    private static func url(_ positionals: [String]) throws(ValidationError) -> String? {
        guard positionals.count < 2 else {
            throw ValidationError("unexpected argument after the URL: quote values that contain spaces")
        }
        guard let url = positionals.first else { return nil }
        do {
            try ServerURL.validate(url)
        } catch .userInformation {
            throw ValidationError("the URL contains a user name or password: send them with -H 'Authorization: …'")
        } catch {
            throw ValidationError(
                "invalid URL: expected an http or https URL without whitespace, such as http://127.0.0.1:8080/path?query"
            )
        }
        return url
    }
}
