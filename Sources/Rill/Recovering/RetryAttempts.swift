/// The state of the attempts of one stream or request.
package struct RetryAttempts: Sendable {
    private let policy: RetryPolicy
    private let instrumentation: Instrumentation?
    private let id: UInt64
    private var generator: SplitMix?

    /// The number of the current attempt, starting at 1.
    package private(set) var number = 1

    /// Starts the first attempt.
    ///
    /// - Parameters:
    ///   - policy: The retry policy.
    ///   - instrumentation: The instruments of the subscription. Defaults to `nil`, which means none.
    ///   - isRepetition: Whether an earlier attempt has already added to the budget. Defaults to `false`.
    package init(_ policy: RetryPolicy, _ instrumentation: Instrumentation? = nil, isRepetition: Bool = false) {
        self.policy = policy
        self.instrumentation = instrumentation
        id = instrumentation == nil ? 0 : Instrumentation.nextID()
        generator = policy.jitter.makeGenerator()
        if !isRepetition { policy.budget?.deposit() }
    }

    /// Decides how to proceed after the current attempt has failed, and advances to the next attempt if the decision is
    /// to retry.
    ///
    /// - Parameters:
    ///   - error: The error of the failed attempt.
    ///   - elapsed: The time since the start of the first attempt.
    ///   - minimum: The minimum delay, such as one requested by a server. Not reduced by jitter. Defaults to zero.
    ///   - maximum: The maximum of `minimum`. If `minimum` exceeds it, no further attempt is made. Defaults to `nil`,
    ///     which means no maximum.
    ///   - isFinal: Whether to give up regardless of the policy. Defaults to `false`.
    /// - Returns: The decision, after the observers of the policy and the instruments have been notified.
    package mutating func decide(
        after error: any Error, elapsed: Duration, atLeast minimum: Duration = .zero,
        maximumDelay maximum: Duration? = nil, isFinal: Bool = false
    ) -> RetryDecision {
        let decision = RetryDecision(
            attempt: number, attempts: policy.attempts, error: error, elapsed: elapsed,
            action: isFinal ? .giveUp(.error) : action(after: error, elapsed, minimum, maximum), id: id)
        if case .retry = decision.action { number += 1 }
        policy.announce(decision)
        instrumentation?.call { $0.instrument.retryDecided(decision, in: $0.subscription) }
        return decision
    }

    private mutating func action(
        after error: any Error, _ elapsed: Duration, _ minimum: Duration, _ maximum: Duration?
    ) -> RetryDecision.Action {
        guard policy.retries(error) else { return .giveUp(.error) }
        guard number < policy.attempts else { return .giveUp(.attempts) }
        if let maximum, minimum > maximum { return .giveUp(.limit) }
        let whole = policy.backoff.delay(afterAttempt: number)
        let delay = max(minimum, generator?.part(of: whole) ?? whole)
        if let limit = policy.limit, limit <= .zero || elapsed.adding(delay) > limit { return .giveUp(.limit) }
        // The budget is checked last, because the check takes a token.
        if let budget = policy.budget, !budget.withdraw() { return .giveUp(.budget) }
        return .retry(after: delay)
    }
}
