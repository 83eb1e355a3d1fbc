public import Rill

/// A middleware that sends a slow request a second time and uses the first response.
///
///     let client = Client(baseURL: base, middleware: [Hedging(after: .percentile(0.95))])
///
/// If no response head has arrived after a delay, the request is sent again while the first attempt continues. The
/// first response head wins, and the other attempts are canceled. A response with one of the ``statuses`` or a transport
/// failure loses to an attempt that is running, and is forwarded if there is none: hedging does not replace ``Retry``.
///
/// ## Hedged requests
/// A request must be safe to repeat, see ``isRepeatable``, and its body must be in memory or in a file. Other requests
/// are sent once. An upload is read from its beginning in each attempt.
///
/// ## Load
/// A `RetryBudget` limits the additional attempts, by default to 10 percent of the requests. A hedged attempt starts
/// only if the budget has a token. Metrics and instruments contain each attempt; a canceled one has no outcome.
///
/// Place this middleware inside ``Retry`` and outside the limits. Copies of a value share the budget and the response
/// times.
///
/// ## Errors
/// Adds no errors.
///
/// - SeeAlso: The Tail at Scale, <https://research.google/pubs/the-tail-at-scale/>, and the gRPC proposal A6.
public struct Hedging: IdentifyingMiddleware {
    /// The statuses that lose to an attempt that is running.
    ///
    /// Defaults to 408, 429, 500, 502, 503 and 504.
    public var statuses: Set<HTTPResponse.Status> = [408, 429, 500, 502, 503, 504]

    /// Whether a request is safe to repeat.
    ///
    /// Defaults to requests with an idempotent method (GET, HEAD, PUT, DELETE, OPTIONS, TRACE) or an `Idempotency-Key`.
    public var isRepeatable: @Sendable (HTTPRequest) -> Bool = { $0.isIdempotent }

    private let delay: Delay
    private let maxAttempts: Int
    private let budget: RetryBudget
    private let scheduler: any Scheduler
    private let times = ResponseTimes()

    /// Creates a middleware that hedges requests.
    ///
    /// - Parameters:
    ///   - delay: The time between two attempts.
    ///   - maxAttempts: The maximum number of concurrent attempts, including the first. Must be at least 2. Defaults to 2.
    ///   - budget: The budget for the attempts after the first. Defaults to `nil`, which means a budget of its own with a
    ///     ratio of 0.1.
    ///   - scheduler: The scheduler that measures time, and on which the attempts after the first are sent.
    public init(
        after delay: Delay, maxAttempts: Int = 2, budget: RetryBudget? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        precondition(maxAttempts >= 2, "Hedging requires maxAttempts to be at least 2, got \(maxAttempts)")
        self.delay = delay
        self.maxAttempts = maxAttempts
        self.budget = budget ?? RetryBudget(scheduler: scheduler)
        self.scheduler = scheduler
    }

    /// Sends a request once or more.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body, sent from its beginning in each attempt.
    ///   - next: The inner middleware and the transport. It receives the number of each attempt.
    /// - Returns: The events of the attempt that responds first.
    public func intercept(
        _ request: HTTPRequest, body: HTTPBody?, next: Next
    ) -> Observable<TransportEvent> {
        guard isRepeatable(request), body?.isStream != true else { return next(request, body) }
        return .deferred {
            budget.deposit()
            let exchange = HedgedExchange(statuses, times, scheduler)
            let first = exchange.attempt(next(request, body))
            guard let delay = delay.value(for: times) else { return first }
            let others = (1..<maxAttempts).map { number in
                Observable<TransportEvent>.deferred { [budget] in
                    guard budget.withdraw() else { return .never() }
                    return exchange.attempt(next.attempt(next.attempt + number)(request, body))
                }
                .delaySubscription(delay * number, scheduler: scheduler)
            }
            return .amb([first] + others)
        }
    }
}

/// The attempts of one exchange.
private final class HedgedExchange: @unchecked Sendable {  // `running` is guarded by `lock`
    private let statuses: Set<HTTPResponse.Status>
    private let times: ResponseTimes
    private let scheduler: any Scheduler
    private let start: Duration
    private let lock = Lock()

    /// The number of attempts that have started and not lost.
    private var running = 0

    init(_ statuses: Set<HTTPResponse.Status>, _ times: ResponseTimes, _ scheduler: any Scheduler) {
        self.statuses = statuses
        self.times = times
        self.scheduler = scheduler
        start = scheduler.now
    }

    /// Returns the events of an attempt that does not end if it fails while another attempt is running.
    func attempt(_ events: Observable<TransportEvent>) -> Observable<TransportEvent> {
        .deferred {
            self.lock.withLock { self.running += 1 }
            let attempt = HedgedAttempt()
            return
                events
                .interceptHead { head in
                    attempt.hasHead = true
                    if self.statuses.contains(head.status) { return self.lose() ? Observable.never() : nil }
                    // Includes the delay of a hedged attempt, because the first attempt took at least as long.
                    self.times.append(self.scheduler.now - self.start)
                    return nil
                }
                .catch { error in
                    if attempt.hasHead || !self.lose() { throw error }
                    return .never()
                }
        }
    }

    /// Removes an attempt that has failed, unless no other attempt is running.
    private func lose() -> Bool {
        lock.withLock {
            guard running > 1 else { return false }
            running -= 1
            return true
        }
    }
}

/// The state of one attempt.
private final class HedgedAttempt: @unchecked Sendable {  // guarded by rule 1.3: events come one at a time
    /// Whether the response head has arrived.
    var hasHead = false
}

extension HTTPBody {
    /// Whether the content is a stream, which could be read only once at a time.
    fileprivate var isStream: Bool {
        if case .stream = source { true } else { false }
    }
}
