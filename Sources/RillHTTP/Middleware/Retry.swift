public import Foundation
public import Rill

/// Tries again after failures that may pass, as a policy says, and not before the server wants to be asked again.
///
///     let client = Client(baseURL: base, middleware: [
///         Retry(.exponentialBackoff(attempts: 5).within(.seconds(120)).onDecision { print($0) }),
///     ])
///
/// ## What is tried again
/// An answer with one of the ``statuses``, one with status 403 whose fields name a wait, and an exchange that broke off
/// before its head: no address for the host, no connection, a time-out, a connection that was closed. All of it only if the
/// request may be carried out twice, see ``isRepeatable``; what was certainly not sent, as no connection came about, is
/// tried again whatever the request. Once the head of an answer has been passed on, nothing is tried again.
///
/// ## How long it waits
/// As long as the policy says, and at least as long as the server: by `Retry-After`, in seconds or as a date, else by
/// the reset of a rate limit that is used up (`RateLimit`, and `RateLimit-Reset`, `X-RateLimit-Reset` or `Rate-Reset` beside
/// `…-Remaining`). Jitter does not shorten that. A date is compared with the `Date` of the same answer, if it has one, so
/// that clocks need not agree.
///
/// ## When it gives up
/// When the attempts or the limit of the policy are used up, or the server demands a longer wait than
/// ``longestDemand``. The last answer, or error, is passed on as it is.
///
/// The policy's observers see an ``APIError`` for each failure, also for an answer. Put this middleware further in than what
/// renews credentials or follows redirects: what came of a request before a redirect is not known here.
public struct Retry: IdentifyingMiddleware {
    /// How often to try, and how long to wait; asked about an ``APIError`` for each failure.
    public var policy: RetryPolicy

    /// The statuses after which to try again, also where a request accepts them; 408, 429, 500, 502, 503 and 504 unless
    /// changed.
    public var statuses: Set<HTTPResponse.Status> = [408, 429, 500, 502, 503, 504]

    /// The longest wait that a server can demand; one that wants more is not asked again.
    public var longestDemand: Duration

    /// Whether a request may be carried out twice.
    ///
    /// Unless changed: one whose method is idempotent (GET, HEAD, PUT, DELETE, OPTIONS, TRACE), and one that has an
    /// `Idempotency-Key`.
    public var isRepeatable: @Sendable (HTTPRequest) -> Bool = { $0.isIdempotent }

    let scheduler: any Scheduler
    let now: @Sendable () -> Date

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - policy: How often to try, and how long to wait.
    ///   - longestDemand: The longest wait that a server can demand, zero or more.
    ///   - scheduler: Who waits, and where an attempt that has waited is begun.
    ///   - now: The time of day, for servers that name one and do not say what time it is.
    public init(
        _ policy: RetryPolicy = .exponentialBackoff(attempts: 3), longestDemand: Duration = .seconds(120),
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        precondition(longestDemand >= .zero, "a Retry needs a longest demand of zero or more, got \(longestDemand)")
        self.policy = policy
        self.longestDemand = longestDemand
        self.scheduler = scheduler
        self.now = now
    }

    /// Makes the exchange of one request, in one attempt or several.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: Its body, sent from its beginning in each attempt.
    ///   - next: What lies further in; told the number of each attempt.
    /// - Returns: The events of the last attempt.
    public func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        .deferred {
            let attempts = RetriedExchange(self, request)
            return Observable.deferred { attempts.begin(body, next) }
                .retry(when: { failures in
                    failures.flatMap { failure in
                        guard let again = failure as? TryAgain else { throw failure }
                        return again.delay > .zero ? .timer(again.delay, scheduler: scheduler) : .just(0)
                    }
                })
        }
    }
}

/// What ends an attempt that is not the last one.
private struct TryAgain: Error {
    let delay: Duration
}

/// The attempts of one exchange.
private final class RetriedExchange: @unchecked Sendable {  // guarded by rule 1.3: events come one at a time
    private let retry: Retry
    private let request: HTTPRequest
    private let isRepeatable: Bool
    private let start: Duration
    private var attempts: RetryAttempts

    /// Whether the head of an answer has been passed on.
    private var hasHead = false

    init(_ retry: Retry, _ request: HTTPRequest) {
        self.retry = retry
        self.request = request
        isRepeatable = retry.isRepeatable(request)
        start = retry.scheduler.now
        attempts = RetryAttempts(retry.policy)
    }

    func begin(_ body: HTTPBody?, _ next: Next) -> Observable<TransportEvent> {
        next.attempt(next.attempt + attempts.number - 1)(request, body)
            .map { event in
                if case .head(let head) = event { try self.judge(head) }
                return event
            }
            .mapError { error in
                if !self.hasHead { try self.judge(error) }
                return error
            }
    }

    private func judge(_ head: HTTPResponse) throws {
        let demand = retry.mayBeTriedAgain(head.status) ? ServerDemand.wait(in: head, now: retry.now) : nil
        if retry.statuses.contains(head.status) || demand != nil {
            let error = APIError(stage: .status, request: request, response: head, attempts: attempts.number)
            try decide(after: error, demand, isFinal: !isRepeatable)
        }
        hasHead = true
    }

    private func judge(_ error: any Error) throws {
        let wrapped = error as? APIError
        // What other middleware fails with is not known here, and what ends an attempt has been judged.
        guard let failure = (wrapped?.underlying ?? error) as? TransportError else { return }
        let isTriedAgain = failure.isUnsent || failure.isTransient && isRepeatable
        try decide(
            after: wrapped
                ?? APIError(stage: .transport, request: request, attempts: attempts.number, underlying: failure),
            nil, isFinal: !isTriedAgain)
    }

    /// Throws if another attempt is to be made.
    private func decide(after error: APIError, _ demand: Duration?, isFinal: Bool) throws {
        let decision = attempts.decide(
            after: error, elapsed: retry.scheduler.now - start, atLeast: demand ?? .zero,
            butAtMost: retry.longestDemand, isFinal: isFinal)
        if case .retry(let delay) = decision.action { throw TryAgain(delay: delay) }
    }
}

extension Retry {
    /// Whether an answer can be one to try again after; of those with status 403, some are.
    fileprivate func mayBeTriedAgain(_ status: HTTPResponse.Status) -> Bool {
        status == .forbidden || statuses.contains(status)
    }
}

extension TransportError {
    /// Whether the request has certainly not reached the server, and might another time.
    fileprivate var isUnsent: Bool {
        code == .couldNotResolve || code == .couldNotConnect || code == .timeout && reason == .connecting
    }

    /// Whether another attempt may do better, though the server may have carried out this one.
    package var isTransient: Bool {
        code == .timeout || code == .sendFailed || code == .closedEarly
    }
}
