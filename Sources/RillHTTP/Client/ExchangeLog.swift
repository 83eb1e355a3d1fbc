internal import Rill

/// A log of the requests and events of one exchange, with their times.
final class ExchangeLog: @unchecked Sendable {  // `state` is guarded by `lock`; the rest is fixed
    struct State: Sendable {
        var sent: HTTPRequest?

        /// The body of the last request sent.
        ///
        /// Its secrets can appear in errors.
        var sentBody: HTTPBody?

        /// The different requests sent before the last one.
        ///
        /// Their secrets can appear in errors.
        var earlier: [HTTPRequest] = []
        var attempts: [APIError.Attempt] = []
        var head: Duration?
        var body: Duration?
    }

    private let scheduler: any Scheduler
    private let start: Duration
    private let lock = Lock()
    @exclusivity(unchecked) private var state = State()
    private var isReported = false

    /// The number of the latest transport retry of each attempt.
    private var repeats: [Int: Int] = [:]

    init(_ scheduler: any Scheduler) {
        self.scheduler = scheduler
        start = scheduler.now
    }

    /// The time since the start of the exchange.
    var elapsed: Duration { scheduler.now - start }

    /// A snapshot of the log.
    var current: State { lock.withLock { state } }

    /// Records a request that is about to be checked and sent.
    func noteRequest(_ httpRequest: HTTPRequest, _ body: HTTPBody?) {
        lock.withLock {
            state.sentBody = body
            // The number of attempts is unlimited, so only the first 32 requests are kept.
            if let sent = state.sent, sent != httpRequest, state.earlier.count < 32 { state.earlier.append(sent) }
            state.sent = httpRequest
        }
    }

    /// Records that a request is passed to the transport, and returns the zero-based number of the attempt.
    func beginAttempt() -> Int {
        let now = elapsed
        return lock.withLock { addAttempt(now) }
    }

    /// Records that the transport retries the request of an attempt, which starts another attempt.
    func repeatAttempt(_ number: Int, after failure: TransportError) {
        let now = elapsed
        lock.withLock {
            end(number, nil, failure, now)
            repeats[number] = addAttempt(now)
        }
    }

    /// Records the outcome of an attempt or of its latest retry: a status or a failure.
    func endAttempt(_ number: Int, _ status: HTTPResponse.Status?, _ failure: TransportError? = nil) {
        let now = elapsed
        lock.withLock { end(number, status, failure, now) }
    }

    private func addAttempt(_ now: Duration) -> Int {
        state.attempts.append(APIError.Attempt(start: now))
        return state.attempts.count - 1
    }

    private func end(_ number: Int, _ status: HTTPResponse.Status?, _ failure: TransportError?, _ now: Duration) {
        let number = repeats.isEmpty ? number : repeats[number] ?? number
        let before = state.attempts[number]
        state.attempts[number].status = status ?? before.status
        state.attempts[number].failure = failure
        if before.duration == nil { state.attempts[number].duration = now - before.start }
    }

    /// Records the arrival of the response head.
    func noteHead() {
        let now = elapsed
        lock.withLock { state.head = now }
    }

    /// Records the end of the response body.
    func noteBody() {
        let now = elapsed
        lock.withLock { state.body = now }
    }

    /// Returns `true` the first time it is called, so that the metrics are reported only once.
    func claimReport() -> Bool {
        lock.withLock {
            defer { isReported = true }
            return !isReported
        }
    }
}
