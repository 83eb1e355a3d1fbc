import RillScript

/// The options of `rill-bench http`.
struct HTTPArguments {
    let url: String
    let concurrency: Int
    var requests: Int
    let rounds: Int
    let posts: Bool
    let streams: Bool
    let decodes: Bool
    let uploadMegabytes: Int?
    let measuresLatency: Bool
    let caFile: String?
    let printsJSON: Bool
    let only: HTTPClient?
    let isChild: Bool

    init(_ command: inout Command) {
        let count = 1...1_000_000_000
        url = command.option("--url", "The URL of the requests. Every response must have the status 200.") ?? ""
        caFile = command.option(
            "--ca-file", "The certificate authorities to trust, for an https server with a certificate of its own.",
            valueName: "path")
        concurrency = command.option("--concurrency", "The number of concurrent requests.", default: 1, in: count)
        requests = command.option(
            "--requests", "The number of requests per client and round.", default: 20_000, in: count)
        posts = command.flag("--post", "Send POST requests with a body of 32 bytes.")
        uploadMegabytes = command.option("--upload", "Send POST requests with a file of n MiB.", in: count)
        streams = command.flag("--stream", "Read the body as a stream with back-pressure, instead of collecting it.")
        decodes = command.flag("--decode", "Decode the response as a JSON array of Qiita tags.")
        measuresLatency = command.flag(
            "--latency",
            """
            Measure the duration of each request, and print the median and the 99th percentile, which takes some CPU time.
            """)
        rounds = command.option("--rounds", "The number of rounds.", default: 3, in: count)
        only = command.option("--only", "Measure one client.", choices: HTTPClient.allCases)
        printsJSON = command.flag("--json", "Print a JSON array instead of a table.")
        isChild = command.flag("--child", "Measure in this process. For processes that rill-bench starts.")
        command.requireAtMostOne(of: "--post", "--upload", "--stream")
        command.requireAtMostOne(of: "--post", "--upload", "--decode")
        command.require(!url.isEmpty, "--url is required")
    }
}
