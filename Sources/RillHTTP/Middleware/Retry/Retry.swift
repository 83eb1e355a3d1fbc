public import Foundation
public import RillHTTPTypes

/// A middleware that retries requests after transient failures, according to a policy and the delay that the server
/// requests.
///
///     let client = Client(baseURL: base, middleware: [
///         Retry(.exponentialBackoff(attempts: 5).within(.seconds(120)).onDecision { print($0) }),
///     ])
///
/// ## Which failures are retried
/// The middleware retries after a response with one of the ``statuses``, a response with status 403 whose header fields
/// request a delay, and a transport failure before the response head: a host that cannot be resolved, a failed
/// connection, a timeout, or a closed connection. The request must be safe to retry; see ``isRepeatable``. A request
/// that was certainly not sent, because the connection failed, is always retried, except if a proxy requires other
/// credentials. Nothing is retried once a response head has been forwarded, if the request body cannot be read, or if
/// status 504 means that a cache has no response; see ``HTTPRequest/isOnlyIfCached``.
///
/// ## Delays
/// The delay is the longer of the policy's delay and the delay that the server requests. The server requests a delay
/// with `Retry-After`, in seconds or as a date, or with the reset time of an exhausted rate limit (`RateLimit`, or
/// `RateLimit-Reset`, `X-RateLimit-Reset` or `Rate-Reset` together with `…-Remaining`). Jitter does not shorten it. A
/// date is compared with the `Date` field of the same response, if present, so the clocks do not need to agree.
///
/// ## Giving up
/// The middleware gives up when the attempts or the time limit of the policy are exhausted, or when the server requests
/// a longer delay than ``maximumRetryAfter``. The last response or error is forwarded unchanged.
///
/// A `RetryBudget` in the policy limits the retries of all requests that share it. Each request adds to it once, even if
/// outer middleware such as ``Authentication`` retries the request. A redirected request adds to it again.
///
/// The policy's observers receive an ``APIError`` for each failure, including failure statuses. Place this middleware
/// inside the middleware that refreshes credentials or follows redirects.
public struct Retry: Middleware {
    /// The policy that determines the number of attempts and the delays.
    ///
    /// It receives an ``APIError`` for each failure.
    public var policy: RetryPolicy

    /// The statuses that are retried, even if the request accepts them.
    ///
    /// Defaults to 408, 429, 500, 502, 503 and 504.
    public var statuses: Set<HTTPResponse.Status> = [408, 429, 500, 502, 503, 504]

    /// The maximum delay that a server can request.
    ///
    /// The middleware gives up if the server requests more.
    public var maximumRetryAfter: Duration

    /// Whether a request is safe to retry.
    ///
    /// By default, idempotent requests are safe to retry; see ``HTTPRequest/isIdempotent``. The closure does not affect
    /// requests that the transport itself sends again; see ``Transport``.
    public var isRepeatable: @Sendable (HTTPRequest) -> Bool = { $0.isIdempotent }

    let scheduler: any Scheduler
    let now: @Sendable () -> Date

    /// Creates a retry middleware.
    ///
    /// - Parameters:
    ///   - policy: The policy that determines the number of attempts and the delays. Defaults to exponential backoff with
    ///     3 attempts.
    ///   - maximumRetryAfter: The maximum delay that a server can request. Must not be negative. Defaults to 120 seconds.
    ///   - scheduler: The scheduler used for delays. Retries are sent on it.
    ///   - now: A closure that returns the current date, for servers that send a `Retry-After` date without a `Date`
    ///     field.
    public init(
        _ policy: RetryPolicy = .exponentialBackoff(attempts: 3), maximumRetryAfter: Duration = .seconds(120),
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        precondition(
            maximumRetryAfter >= .zero, "Retry: maximumRetryAfter must not be negative, got \(maximumRetryAfter)")
        self.policy = policy
        self.maximumRetryAfter = maximumRetryAfter
        self.scheduler = scheduler
        self.now = now
    }

    /// Sends a request in one or more attempts.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body, sent from its beginning in each attempt.
    ///   - next: The inner middleware and the transport. It receives the number of each attempt.
    /// - Returns: The events of the last attempt.
    public func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        .deferred(observing: { RetriedExchange(self, request, body, next, $0).begin() })
    }
}

/// An error that ends an attempt and causes a retry.
private struct RetrySignal: ControlFlowError {
    let delay: Duration
}

/// The attempts of one exchange.
private final class RetriedExchange: @unchecked Sendable {  // guarded by rule 1.3: events come one at a time
    private let retry: Retry
    private let request: HTTPRequest
    private let body: HTTPBody?
    private let next: Next
    private let isRepeatable: Bool
    private let start: Duration
    private var attempts: RetryAttempts

    /// Whether a response head has been forwarded.
    private var hasHead = false

    init(_ retry: Retry, _ request: HTTPRequest, _ body: HTTPBody?, _ next: Next, _ instrumentation: Instrumentation?) {
        self.retry = retry
        self.request = request
        self.body = body
        self.next = next
        isRepeatable = retry.isRepeatable(request)
        start = retry.scheduler.now
        attempts = RetryAttempts(retry.policy, instrumentation, isRepetition: next.attempt > 1)
    }

    /// Returns the events of the current attempt and, if it fails, of the attempts after it.
    func begin() -> Observable<TransportEvent> {
        next.attempt(next.attempt + attempts.number - 1)(request, body)
            .map { event in
                if case .head(let head) = event { try self.evaluate(head) }
                return event
            }
            .catch { error in
                let next = Observable.deferred { self.begin() }
                let delay = try (error as? RetrySignal ?? self.evaluate(error)).delay
                guard delay > .zero else { return next }
                // `concat` does not nest the attempts, unlike `delaySubscription`.
                let wait = Observable<Int>.timer(delay, scheduler: self.retry.scheduler)
                return wait.ignoreElements(as: TransportEvent.self).concat(next)
            }
    }

    private func evaluate(_ head: HTTPResponse) throws {
        let isMissingInCache = head.status == .gatewayTimeout && request.isOnlyIfCached
        let isRetried = retry.statuses.contains(head.status) && !isMissingInCache
        // Whether status 403 is retried depends on the header fields.
        let serverDelay = isRetried || head.status == .forbidden ? head.serverDelay(at: retry.now()) : nil
        if isRetried || serverDelay != nil {
            let signal = decide(after: error(at: .status, head), serverDelay, isFinal: !isRepeatable)
            if let signal { throw signal }
        }
        hasHead = true
    }

    /// Returns the signal for another attempt, or throws the error.
    private func evaluate(_ error: any Error) throws -> RetrySignal {
        let wrapped = error as? APIError
        // Errors of other middleware are not retried.
        guard !hasHead, let failure = (wrapped?.underlying ?? error) as? TransportError else { throw error }
        let canRetry = failure.isUnsent && failure.reason != .proxyAuthentication || failure.isTransient && isRepeatable
        let signal = decide(after: wrapped ?? self.error(at: .transport, underlying: failure), nil, isFinal: !canRetry)
        guard let signal else { throw error }
        return signal
    }

    /// Returns the error of the current attempt.
    private func error(
        at stage: APIError.Stage, _ head: HTTPResponse? = nil, underlying: TransportError? = nil
    ) -> APIError {
        APIError(
            stage: stage, request: request, response: head, body: Data(), attempts: attempts.number,
            underlying: underlying, redactor: next.call.redactor(for: request, body: body))
    }

    /// Returns the signal for another attempt if the policy allows one.
    private func decide(after error: APIError, _ serverDelay: Duration?, isFinal: Bool) -> RetrySignal? {
        let decision = attempts.decide(
            after: error, elapsed: retry.scheduler.now - start, atLeast: serverDelay ?? .zero,
            maximumDelay: retry.maximumRetryAfter, isFinal: isFinal)
        guard case .retry(let delay) = decision.action else { return nil }
        return RetrySignal(delay: delay)
    }
}

extension TransportError {
    /// Whether no connection was established, so that the request was not sent.
    public var isUnsent: Bool {
        code == .couldNotResolve || code == .couldNotConnect || code == .timeout && reason == .connecting
    }

    /// Whether another attempt may succeed.
    ///
    /// The server may have processed the failed attempt.
    public var isTransient: Bool {
        code == .timeout || code == .sendFailed && reason != .requestBody || code == .closedEarly
    }
}
