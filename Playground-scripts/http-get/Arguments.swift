import RillHTTP

/// What the command line asks for.
struct Arguments: Sendable {
    /// What becomes of the answer.
    enum Delivery: Sendable {
        /// Its bytes go to standard output.
        case body
        /// Its lines do.
        case lines
        /// It is a stream of server-sent events.
        case events
        /// It is written to a file.
        case file(String)
        /// It is asked for again and again, and only counted.
        case load(Load)
    }

    /// How often the request is sent.
    struct Load: Sendable {
        /// In all.
        let count: Int
        /// At a time.
        let concurrency: Int
    }

    /// Whom to ask; nil for the sample in this process.
    var url: String?
    var method = HTTPRequest.Method.get
    var fields: HTTPFields = [:]
    var body: RequestBody?
    /// How often to try again; nil if nothing was said.
    var retries: Int?
    var timeout: Duration?
    /// The HAR file to play or to record.
    var cassette: String?
    var isVerbose = false
    var delivery = Delivery.body
}
