import RillScript

/// The parsed command line of `rill-bench http`.
struct HTTPArguments {
    static let configuration = CommandConfiguration(
        "rill-bench http",
        abstract: "Measures HTTP clients.",
        discussion: """
            Measures Client.send with each transport and compares it with a plain loop over libcurl. Each round runs every client \
            once in a separate process. Prints the results of the median round.
            """,
        usage: ["--url <url> [<options>]"],
        options: [
            .option(
                "--url", valueName: "url", help: "The URL of the requests. Every response must have the status 200."),
            .option(
                "--ca-file", valueName: "path",
                help: "The certificate authorities to trust, for an https server with a certificate of its own."),
            .option("--concurrency", valueName: "n", help: "The number of concurrent requests (default: 1)."),
            .option(
                "--requests", valueName: "n", help: "The number of requests per client and round (default: 20,000)."),
            .flag("--post", help: "Send POST requests with a body of 32 bytes."),
            .option("--upload", valueName: "n", help: "Send POST requests with a file of n MiB."),
            .flag("--stream", help: "Read the body as a stream with back-pressure, instead of collecting it."),
            .flag("--decode", help: "Decode the response as a JSON array of Qiita tags."),
            .flag(
                "--latency",
                help:
                    "Measure the duration of each request, and print the median and the 99th percentile, which takes some CPU time."
            ),
            .option("--rounds", valueName: "n", help: "The number of rounds (default: 3)."),
            .option(
                "--only", valueName: "name", help: "Measure one client: libcurl, CurlTransport or URLSessionTransport."),
            .flag("--json", help: "Print a JSON array instead of a table."),
            .flag("--child", help: "Measure in this process. For processes that rill-bench starts."),
        ])

    var url = ""
    var concurrency = 1
    var requests = 20_000
    var rounds = 3
    var posts = false
    var streams = false
    var decodes = false
    var uploadMegabytes: Int?
    var measuresLatency = false
    var caFile: String?
    var printsJSON = false
    var only: HTTPClient?
    var isChild = false

    init(_ arguments: inout ArgumentReader) throws {
        let count = 1...1_000_000_000
        // The first argument is the name of the command.
        _ = try arguments.next()
        while let name = try arguments.nextOption() {
            switch name {
            case "--post": posts = true
            case "--stream": streams = true
            case "--decode": decodes = true
            case "--latency": measuresLatency = true
            case "--json": printsJSON = true
            case "--child": isChild = true
            case "--url": url = try arguments.value()
            case "--ca-file": caFile = try arguments.value()
            case "--concurrency": concurrency = try arguments.integer(in: count)
            case "--requests": requests = try arguments.integer(in: count)
            case "--upload": uploadMegabytes = try arguments.integer(in: count)
            case "--rounds": rounds = try arguments.integer(in: count)
            default: only = HTTPClient(rawValue: try arguments.choice(of: HTTPClient.allCases.map(\.rawValue)))
            }
        }
        try arguments.requireAtMostOne(of: "--post", "--upload", "--stream")
        try arguments.requireAtMostOne(of: "--post", "--upload", "--decode")
        if url.isEmpty { throw ValidationError("--url is required") }
    }

    /// Returns the arguments for a child process that measures one client in one round.
    func child(for client: HTTPClient) -> [String] {
        var arguments = ["http", "--child", "--url", url, "--only", client.rawValue]
        arguments += ["--concurrency", "\(concurrency)", "--requests", "\(requests)"]
        if posts { arguments.append("--post") }
        if streams { arguments.append("--stream") }
        if decodes { arguments.append("--decode") }
        if let uploadMegabytes { arguments += ["--upload", "\(uploadMegabytes)"] }
        if let caFile { arguments += ["--ca-file", caFile] }
        if measuresLatency { arguments.append("--latency") }
        return arguments
    }
}
