internal import RillHTTPTypes

/// A log of the requests and events of one exchange.
///
/// All times are measured from the start of the exchange.
struct ExchangeLog {
    /// The last request sent, or `nil` if none was sent.
    private(set) var sent: HTTPRequest?

    /// The body of the last request sent that had one.
    ///
    /// Kept because its secrets may appear in errors, also after a redirect to a request without a body.
    private(set) var sentBody: HTTPBody?

    /// The distinct requests sent before the last one.
    ///
    /// Kept because their secrets may appear in errors.
    private(set) var earlier: [HTTPRequest] = []

    /// The distinct requests so far whose secrets the response can contain: the ones sent, and the ones whose response was
    /// shared.
    var requests: [HTTPRequest] { earlier + (sent.map { [$0] } ?? []) }

    /// The attempts, including retries by the transport.
    var attempts: [APIError.Attempt] = []

    /// When the response head arrived.
    var head: Duration?

    /// When the response body ended.
    var body: Duration?

    private var isReported = false

    /// Records a request that is about to be checked and sent.
    mutating func noteRequest(_ httpRequest: HTTPRequest, _ body: HTTPBody?) {
        sentBody = body ?? sentBody
        if let sent, sent != httpRequest { addEarlier(sent) }
        sent = httpRequest
    }

    /// Records an identical request of another exchange, whose response is used.
    mutating func noteSharedRequest(_ httpRequest: HTTPRequest) {
        if httpRequest != sent { addEarlier(httpRequest) }
    }

    private mutating func addEarlier(_ httpRequest: HTTPRequest) {
        // The number of attempts is unlimited, so only the first 32 requests are kept.
        if earlier.count < 32 { earlier.append(httpRequest) }
    }

    /// Records that a request is passed to the transport, and returns the zero-based number of the attempt.
    mutating func beginAttempt(at time: Duration) -> Int {
        attempts.append(APIError.Attempt(start: time))
        return attempts.count - 1
    }

    /// Returns `true` the first time it is called, so that the metrics are reported only once.
    mutating func claimReport() -> Bool {
        defer { isReported = true }
        return !isReported
    }
}

extension HTTPRequest {
    /// Returns whether a request has the same server, path, and query, so that neither is a redirect of the other.
    func hasSameTarget(as other: HTTPRequest) -> Bool { path == other.path && authority == other.authority }
}
