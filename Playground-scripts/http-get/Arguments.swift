import RillHTTP

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
    var outputMode = OutputMode.body
}
