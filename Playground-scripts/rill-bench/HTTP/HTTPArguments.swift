/// The parsed command line of `rill-bench http`.
struct HTTPArguments {
    static let usage = """
        Usage: rill-bench http --url URL [options]

        Measures Client.send with each transport and compares it with a plain loop over libcurl. Each round runs every
        client once in a separate process. Prints the results of the median round.

        Options:
          --url URL         URL of the requests; every response must have status 200
          --ca-file PATH    file with the certificate authorities to trust, for an https server with a certificate of its own
          --concurrency N   number of concurrent requests (default: 1)
          --requests N      number of requests per client and round (default: 20,000)
          --post            send POST requests with a body of 32 bytes; cannot be combined with --stream or --decode
          --upload N        send POST requests with a file of N MiB; cannot be combined with the other kinds of request
          --stream          read the body as a stream with back-pressure, instead of collecting it
          --decode          decode the response as a JSON array of Qiita tags
          --latency         measure the duration of each request, which takes some CPU time, and print the median and
                            the 99th percentile
          --rounds N        number of rounds (default: 3)
          --only NAME       measure one client: libcurl, CurlTransport or URLSessionTransport
          --json            print a JSON array instead of a table
          --help            show this help
        """

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

    /// Parses the command line, or returns `nil` if `--help` is present.
    init?(_ arguments: ArraySlice<String>) throws(UsageError) {
        var arguments = arguments
        while let name = arguments.popFirst() {
            switch name {
            case "--help": return nil
            case "--post": posts = true
            case "--stream": streams = true
            case "--decode": decodes = true
            case "--latency": measuresLatency = true
            case "--json": printsJSON = true
            case "--child": isChild = true
            case "--url": url = try Self.value(of: name, &arguments)
            case "--ca-file": caFile = try Self.value(of: name, &arguments)
            case "--concurrency": concurrency = try Self.number(name, &arguments)
            case "--requests": requests = try Self.number(name, &arguments)
            case "--upload": uploadMegabytes = try Self.number(name, &arguments)
            case "--rounds": rounds = try Self.number(name, &arguments)
            case "--only":
                let text = try Self.value(of: name, &arguments)
                guard let client = HTTPClient(rawValue: text) else {
                    throw UsageError("\(name) requires libcurl, CurlTransport or URLSessionTransport (got '\(text)')")
                }
                only = client
            default: throw UsageError("unknown option '\(name)'")
            }
        }
        if posts, streams || decodes { throw UsageError("--post cannot be combined with --stream or --decode") }
        if uploadMegabytes != nil, posts || streams || decodes {
            throw UsageError("--upload cannot be combined with --post, --stream or --decode")
        }
        if url.isEmpty { throw UsageError("--url is required") }
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

    private static func value(of name: String, _ arguments: inout ArraySlice<String>) throws(UsageError) -> String {
        guard let value = arguments.popFirst() else { throw UsageError("\(name) requires a value") }
        return value
    }

    private static func number(_ name: String, _ arguments: inout ArraySlice<String>) throws(UsageError) -> Int {
        let text = try value(of: name, &arguments)
        guard let number = Int(text), number > 0 else {
            throw UsageError("\(name) requires an integer of at least 1 (got '\(text)')")
        }
        return number
    }
}

/// An error for an invalid command line.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
