/// What `rill-bench http` was asked.
struct HTTPArguments {
    static let usage = """
        usage: rill-bench http --url URL [--concurrency N] [--requests N] [--post] [--stream] [--decode] [--rounds N] [--json]

        Measures Client.send over each transport beside a bare loop on libcurl, in one run: each client in a process of its
        own, all of them in turn, round by round. Shown is the middle round.

          --url URL         the URL to send requests to; every answer has to be a 200
          --concurrency N   requests at once; 1 if left out
          --requests N      requests per client and round; 20,000 if left out
          --post            sends a POST with a body of 32 bytes instead of a GET; not with --stream or --decode
          --stream          reads the body as a stream that holds the server back, instead of collecting it
          --decode          decodes the answer: an array of tags as of Qiita
          --rounds N        3 if left out
          --only NAME       one client: libcurl, CurlTransport or URLSessionTransport
          --json            an array of objects instead of the table
          --help            this text
        """

    var url = ""
    var concurrency = 1
    var requests = 20_000
    var rounds = 3
    var posts = false
    var streams = false
    var decodes = false
    var printsJSON = false
    var only: HTTPClient?
    var isChild = false

    /// Reads arguments; nil if help is wanted.
    init?(_ arguments: ArraySlice<String>) throws(UsageError) {
        var arguments = arguments
        while let name = arguments.popFirst() {
            switch name {
            case "--help": return nil
            case "--post": posts = true
            case "--stream": streams = true
            case "--decode": decodes = true
            case "--json": printsJSON = true
            case "--child": isChild = true
            case "--url": url = try Self.value(of: name, &arguments)
            case "--concurrency": concurrency = try Self.number(name, &arguments)
            case "--requests": requests = try Self.number(name, &arguments)
            case "--rounds": rounds = try Self.number(name, &arguments)
            case "--only":
                let text = try Self.value(of: name, &arguments)
                guard let client = HTTPClient(rawValue: text) else {
                    throw UsageError("there is no client '\(text)' to measure")
                }
                only = client
            default: throw UsageError("cannot use '\(name)'")
            }
        }
        if posts, streams || decodes { throw UsageError("--post cannot be combined with --stream or --decode") }
        if url.isEmpty { throw UsageError("--url is missing") }
    }

    /// The arguments for a process that measures one client once.
    func child(for client: HTTPClient) -> [String] {
        var arguments = ["http", "--child", "--url", url, "--only", client.rawValue]
        arguments += ["--concurrency", "\(concurrency)", "--requests", "\(requests)"]
        if posts { arguments.append("--post") }
        if streams { arguments.append("--stream") }
        if decodes { arguments.append("--decode") }
        return arguments
    }

    private static func value(of name: String, _ arguments: inout ArraySlice<String>) throws(UsageError) -> String {
        guard let value = arguments.popFirst() else { throw UsageError("\(name) needs a value") }
        return value
    }

    private static func number(_ name: String, _ arguments: inout ArraySlice<String>) throws(UsageError) -> Int {
        let text = try value(of: name, &arguments)
        guard let number = Int(text), number > 0 else {
            throw UsageError("\(name) needs a number of one or more, not '\(text)'")
        }
        return number
    }
}

/// Why arguments cannot be used.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
