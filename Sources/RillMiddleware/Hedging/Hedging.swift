internal import Foundation
public import RillHTTP

/// A middleware that sends a slow request a second time and uses the first response.
///
///     let client = Client(baseURL: base, middleware: [Hedging(after: .percentile(0.95))])
///
/// If no response head has arrived after a delay, the request is sent again while the first attempt continues. The
/// first response head wins, and the other attempts are canceled. A response with one of the ``statuses`` or a
/// transport failure loses to an attempt that is still running, and is forwarded if there is none. Hedging does not
/// replace ``/RillHTTP/Retry``.
///
/// The delay begins when the first attempt is passed to the transport. A request is not hedged while it waits for a
/// limit.
///
/// ## Hedged requests
/// By default, requests with a safe method are hedged: GET, HEAD, OPTIONS and TRACE. Their body must be in memory or in
/// a file. Other requests are sent once. An upload is read from its beginning in each attempt.
///
/// An idempotent method is not sufficient, because the attempts run concurrently, and the response to the second one
/// depends on the progress of the first one. While a server is processing a POST with an `Idempotency-Key`, it responds
/// to a duplicate with 409. After it has processed a DELETE, it responds to a duplicate with 404, and for a PUT with
/// `If-Match`, with 412. Such a response would win and cancel the attempt that succeeds. If ``isRepeatable`` permits
/// such requests, add these statuses to ``statuses``, so that they lose to the other attempt:
///
///     var hedging = Hedging(after: .percentile(0.95))
///     hedging.isRepeatable = { $0.method == .get || $0.headerFields.contains("Idempotency-Key") }
///     hedging.statuses.insert(409)
///
/// ## Load
/// A `RetryBudget` limits the additional attempts: a hedged attempt starts only if the budget has a token. The default
/// budget starts with 10 tokens and adds one per second, and one for 10 requests. Metrics and instruments contain each
/// attempt; a canceled one has no outcome.
///
/// Place this middleware inside `Retry` and outside the limits, so that each attempt counts toward them. Copies of
/// the middleware share the budget and the response times.
///
/// ## Errors
/// Adds no errors.
///
/// - SeeAlso: The Tail at Scale, <https://research.google/pubs/the-tail-at-scale/>, and the gRPC proposal A6.
public struct Hedging: Middleware {
    /// The statuses of responses that lose to an attempt that is still running.
    ///
    /// Defaults to 408, 429, 500, 502, 503 and 504.
    public var statuses: Set<HTTPResponse.Status> = [408, 429, 500, 502, 503, 504]

    /// Whether a second attempt of a request is safe while the first one is running.
    ///
    /// Defaults to requests with a safe method (GET, HEAD, OPTIONS, TRACE), unless `HTTPRequest.isIdempotent` is
    /// `false`.
    public var isRepeatable: @Sendable (HTTPRequest) -> Bool = { $0.method.isSafe && $0.isIdempotent }

    /// The maximum time between two attempts, which prevents an overflow.
    private static let maximumDelay = Duration.seconds(3_155_760_000 as Int64)

    private let delay: Delay
    private let maxAttempts: Int
    private let budget: RetryBudget
    private let scheduler: any Scheduler
    private let times = ResponseTimes()

    /// Creates a middleware that hedges requests.
    ///
    /// - Parameters:
    ///   - delay: The time between two attempts.
    ///   - maxAttempts: The maximum number of concurrent attempts, including the first. Must be at least 2. Defaults to
    ///     2.
    ///   - budget: The budget for the attempts after the first. Each request adds to it once, even if `Retry` retries
    ///     the request. Do not use the budget of a `RetryPolicy`, because each request would add to it twice. Defaults
    ///     to `nil`, which means a default budget of its own.
    ///   - scheduler: The scheduler that measures time, and on which the attempts after the first are sent.
    public init(
        after delay: Delay, maxAttempts: Int = 2, budget: RetryBudget? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        precondition(maxAttempts >= 2, "Hedging: maxAttempts must be at least 2, got \(maxAttempts)")
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
    public func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        guard isRepeatable(request), body?.isStream != true else { return next(request, body) }
        return .deferred {
            if next.attempt == 1 { budget.deposit() }
            let exchange = HedgedExchange(statuses, times, scheduler)
            let first = exchange.attempt(next(request, body))
            guard let delay = delay.value(for: times) else { return first }
            /// Returns the attempt with a number, counted from 0, and the ones after it.
            @Sendable func attempts(from number: Int) -> Observable<TransportEvent> {
                .deferred {
                    let others = number + 1 < maxAttempts ? attempts(from: number + 1) : .never()
                    guard budget.withdraw() else { return others }
                    return .amb([exchange.attempt(next.attempt(next.attempt + number)(request, body)), others])
                }
                .delaySubscription(min(delay, Self.maximumDelay), scheduler: scheduler)
            }
            return .amb([first, exchange.sending.take(1).flatMap { _ in attempts(from: 1) }])
        }
    }
}

/// The attempts of one exchange.
private final class HedgedExchange: @unchecked Sendable {  // `running` and `start` are guarded by `lock`
    private let statuses: Set<HTTPResponse.Status>
    private let times: ResponseTimes
    private let scheduler: any Scheduler
    private let lock = NSLock()

    /// Emits an element each time an attempt is passed to the transport.
    let sending = ReplaySubject<Void>(bufferSize: 1)

    /// When the first attempt was passed to the transport.
    private var start: Duration?

    /// The number of attempts that have started and not lost.
    private var running = 0

    init(_ statuses: Set<HTTPResponse.Status>, _ times: ResponseTimes, _ scheduler: any Scheduler) {
        self.statuses = statuses
        self.times = times
        self.scheduler = scheduler
    }

    /// Returns the events of an attempt, which never ends if it fails while another attempt is running.
    func attempt(_ events: Observable<TransportEvent>) -> Observable<TransportEvent> {
        .deferred {
            self.lock.withLock { self.running += 1 }
            let attempt = HedgedAttempt()
            return
                events
                .onSending { self.begin() }
                .interceptHead { head in
                    if !self.statuses.contains(head.status) {
                        // Includes the delay of a hedged attempt, because the first attempt took at least as long.
                        self.noteResponse()
                    } else if self.removeFailedAttempt() {
                        return .never()
                    }
                    attempt.hasHead = true
                    return nil
                }
                .catch { error in
                    guard !attempt.hasHead, self.removeFailedAttempt() else { throw error }
                    return .never()
                }
        }
    }

    /// Records that an attempt is about to be passed to the transport.
    private func begin() {
        let now = scheduler.now
        lock.withLock { start = start ?? now }
        sending.onNext(())
    }

    /// Records the response time, unless inner middleware has responded itself.
    private func noteResponse() {
        let now = scheduler.now
        if let start = lock.withLock({ start }) { times.append(now - start) }
    }

    /// Removes a failed attempt if another attempt is still running.
    ///
    /// - Returns: `true` if the attempt was removed; `false` if it is the only running attempt.
    private func removeFailedAttempt() -> Bool {
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
