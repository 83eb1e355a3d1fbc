import RillHTTP
import RillScript

/// The values of the command line.
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
    let url: String?
    let method: HTTPRequest.Method
    let fields: HTTPFields
    var body: RequestBody?
    /// The maximum number of retries, or `nil` if `--retry` is absent.
    let retries: Int?
    var timeout: Duration?
    /// The path of the HAR file to play or record.
    let cassette: String?
    let isVerbose: Bool
    /// Whether a line of JSON with the phases of each exchange is written.
    let printsTiming: Bool
    /// The path of the timeline, or `nil` if none is recorded.
    let trace: String?
    let outputMode: OutputMode
}

extension Arguments {
    /// Declares the options.
    ///
    /// Error messages do not quote arguments that can contain a secret, such as URLs, header fields and bodies.
    init(_ command: inout Command) {
        command.section("Request options")
        let method = command.option("-X", "Request method (default: GET, or POST with a body).", valueName: "method") {
            try ArgumentChecks.method($0)
        }
        var fields = HTTPFields(
            command.options("-H", "Add a header field; can be repeated.", valueName: "name: value") {
                try ArgumentChecks.headerField($0)
            })
        let data = command.options(
            "-d",
            """
            Send <data> as the body, with content type application/x-www-form-urlencoded unless -H sets another one. @FILE \
            reads the body from a file, @- from standard input. Repeated values are joined with &. Input from a pipe is \
            limited to 1 GiB and read before the request is sent.
            """, valueName: "data"
        ) { try ArgumentChecks.body($0, contentType: "application/x-www-form-urlencoded") }
        let json = command.option(
            "--json", "Send <text>, @FILE or @- as a JSON body, and accept JSON.", valueName: "text"
        ) {
            guard !$0.isEmpty else { throw ValidationError("expected a value") }
            return try ArgumentChecks.body($0, contentType: "application/json")
        }
        command.section("Connection options")
        retries = command.option(
            "--retry",
            """
            Retry up to <n> times after transient failures. POST and PATCH are retried only if the request was not sent or \
            has an Idempotency-Key header field.
            """, in: 0...100)
        timeout = command.option("--timeout", "Maximum total time including retries, such as 2.5.")
        cassette = command.option(
            "--har", "Replay responses from a HAR file, or record them without secrets if <file> does not exist.",
            valueName: "file", convert: ArgumentChecks.cassettePath)
        trace = command.traceOption()
        isVerbose = command.flag(
            "--verbose",
            """
            Log requests, responses and, except in load tests, the phases of each attempt to standard error, with secrets \
            redacted.
            """)
        printsTiming = command.flag(
            "--timing", "Print a line of JSON with the phases of each attempt in seconds to standard error.")
        command.section("Load test options")
        let count: Int? = command.option(
            "--repeat", "Send the request <m> times and print the latency distribution.", valueName: "m",
            in: 1...1_000_000)
        let concurrency = command.option(
            "--concurrency", "Maximum number of concurrent requests.", default: 1, in: 1...1_000)
        command.section("Options")
        let path = command.option(
            "--output", "Write the body to <file>, which appears only when the download is complete.",
            valueName: "file", convert: ArgumentChecks.outputPath)
        let writesLines = command.flag(
            "--lines", "Decode the body as text and write each complete line; the maximum length is 1 MiB.")
        let writesEvents = command.flag(
            "--sse",
            """
            Receive server-sent events and write each as a line of JSON. Reconnects when the stream ends; with --retry, at \
            most <n> times in a row without an event.
            """)
        command.requireAtMostOne(of: "-d", "--json")
        command.requireAtMostOne(of: "--lines", "--sse", "--output", "--repeat")
        command.requireAtMostOne(of: "--repeat", "--har")
        command.require(
            !command.isGiven("--concurrency") || command.isGiven("--repeat"), "--concurrency requires --repeat M")
        command.require(
            data.count < 2 || data.allSatisfy(\.isText), "-d @FILE cannot be combined with another -d")
        url =
            command.positionals(
                "url", "The URL, quoted if it contains spaces or &.", count: 0...1, convert: ArgumentChecks.url
            ).first

        body = json ?? data.dropFirst().reduce(data.first) { $0?.appending($1) }
        self.method = method ?? (body == nil ? .get : .post)
        if json != nil, !fields.contains(.accept) { fields[.accept] = "application/json" }
        self.fields = fields
        outputMode =
            if let count {
                .load(Load(count: count, concurrency: concurrency))
            } else if let path {
                .file(path)
            } else {
                writesLines ? .lines : writesEvents ? .events : .body
            }
    }
}
