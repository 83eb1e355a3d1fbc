/// The decision of a ``RetryPolicy`` after a failed attempt.
public struct RetryDecision: Sendable {
    /// The action that follows a failed attempt.
    public enum Action: Sendable, Hashable {
        /// Start another attempt after a delay.
        case retry(after: Duration)

        /// Give up and forward the error.
        case giveUp(Reason)
    }

    /// The reason for giving up.
    public enum Reason: Sendable, Hashable {
        /// All attempts have failed.
        case attempts

        /// The policy does not retry after this error.
        case error

        /// The next attempt would start after the time limit, or the minimum delay exceeds the permitted maximum.
        case limit

        /// The ``RetryBudget`` is exhausted.
        case budget
    }

    /// The number of the failed attempt, starting at 1.
    public let attempt: Int

    /// The maximum number of attempts.
    public let attempts: Int

    /// The error of the failed attempt.
    public let error: any Error

    /// The time since the start of the first attempt.
    public let elapsed: Duration

    /// The action that follows the failed attempt.
    public let action: Action

    /// A number that is unique in the process and identifies the retried stream or request, or zero if there is no
    /// instrument.
    package let id: UInt64
}

extension RetryDecision: CustomStringConvertible {
    /// A one-line description, such as `attempt 1 of 3 failed, retrying in 0.500 s: …`.
    public var description: String {
        let next =
            switch action {
            case .retry(let delay): "retrying in \(delay.text)"
            case .giveUp(.attempts): "no attempts left"
            case .giveUp(.error): "the error is not retryable"
            case .giveUp(.limit): "the next attempt would exceed the time limit"
            case .giveUp(.budget): "the retry budget is exhausted"
            }
        return "attempt \(attempt) of \(attempts) failed, \(next): \(error)"
    }
}

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
