internal import Rill

/// Notes what happens to one exchange, and when.
final class ExchangeLog: @unchecked Sendable {  // `state` is guarded by `lock`; the rest is fixed
    struct State: Sendable {
        var sent: HTTPRequest?

        /// What was sent with it: its secrets may turn up, too.
        var sentBody: HTTPBody?

        /// What was sent before, and was another request: its secrets may turn up later, too.
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

    /// The latest repeat of each attempt that the transport has repeated.
    private var repeats: [Int: Int] = [:]

    init(_ scheduler: any Scheduler) {
        self.scheduler = scheduler
        start = scheduler.now
    }

    /// The time since the exchange began.
    var elapsed: Duration { scheduler.now - start }

    /// What has been noted so far.
    var current: State { lock.withLock { state } }

    /// Notes a request that is about to be checked and sent.
    func noteRequest(_ message: HTTPRequest, _ body: HTTPBody?) {
        lock.withLock {
            state.sentBody = body
            // Those of endless attempts are not all kept.
            if let sent = state.sent, sent != message, state.earlier.count < 32 { state.earlier.append(sent) }
            state.sent = message
        }
    }

    /// Notes that a request is handed to the transport; returns the number of the attempt, from zero.
    func beginAttempt() -> Int {
        let now = elapsed
        return lock.withLock { addAttempt(now) }
    }

    /// Notes that the transport sends the request of an attempt again, which makes another attempt.
    func repeatAttempt(_ number: Int, after failure: TransportError) {
        let now = elapsed
        lock.withLock {
            end(number, nil, failure, now)
            repeats[number] = addAttempt(now)
        }
    }

    /// Notes the outcome of an attempt, or of its latest repeat: a status, or a failure.
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

    /// Notes that the head of the answer is there.
    func noteHead() {
        let now = elapsed
        lock.withLock { state.head = now }
    }

    /// Notes that all of the body is there.
    func noteBody() {
        let now = elapsed
        lock.withLock { state.body = now }
    }

    /// Whether nobody has reported the end yet; true once.
    func claimReport() -> Bool {
        lock.withLock {
            defer { isReported = true }
            return !isReported
        }
    }
}
