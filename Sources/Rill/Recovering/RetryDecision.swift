/// What a ``RetryPolicy`` has decided after a failure.
public struct RetryDecision: Sendable {
    /// What happens next.
    public enum Action: Sendable, Hashable {
        /// Another attempt begins after a wait.
        case retry(after: Duration)

        /// The error is passed on.
        case giveUp(Reason)
    }

    /// Why no other attempt is made.
    public enum Reason: Sendable, Hashable {
        /// All attempts have been used.
        case attempts

        /// The policy does not try again after such an error.
        case error

        /// The next attempt would begin too late.
        case limit
    }

    /// The number of the attempt that has failed, from one.
    public let attempt: Int

    /// How many attempts there are in all.
    public let attempts: Int

    /// What it failed with.
    public let error: any Error

    /// The time since the first attempt began.
    public let elapsed: Duration

    /// What happens next.
    public let action: Action
}

extension RetryDecision: CustomStringConvertible {
    /// The decision in a line: `attempt 1 of 3 failed, trying again after 0.5 seconds: …`.
    public var description: String {
        let next =
            switch action {
            case .retry(let delay): "trying again after \(delay.text)"
            case .giveUp(.attempts): "no attempt is left"
            case .giveUp(.error): "not trying again after such an error"
            case .giveUp(.limit): "the next attempt would begin too late"
            }
        return "attempt \(attempt) of \(attempts) failed, \(next): \(error)"
    }
}

/// The attempts of one stream or request, as a policy counts them.
package struct RetryAttempts: Sendable {
    private let policy: RetryPolicy
    private var generator: SplitMix?

    /// The number of the attempt under way, from one.
    package private(set) var number = 1

    /// Begins the first attempt.
    ///
    /// - Parameter policy: What decides.
    package init(_ policy: RetryPolicy) {
        self.policy = policy
        generator = policy.jitter.makeGenerator()
    }

    /// Decides what to do after the attempt under way has failed; if it is to try again, the next is under way.
    ///
    /// - Parameters:
    ///   - error: What it failed with.
    ///   - elapsed: The time since the first attempt began.
    ///   - minimum: How long to wait at least, as a server may demand; not shortened by jitter.
    ///   - maximum: How long the minimum may be at most: beyond it, no other attempt is made; nil for any.
    ///   - isFinal: Whether no other attempt may be made, whatever the policy says.
    /// - Returns: The decision; the policy's observers have been told.
    package mutating func decide(
        after error: any Error, elapsed: Duration, atLeast minimum: Duration = .zero,
        butAtMost maximum: Duration? = nil, isFinal: Bool = false
    ) -> RetryDecision {
        let decision = RetryDecision(
            attempt: number, attempts: policy.attempts, error: error, elapsed: elapsed,
            action: isFinal ? .giveUp(.error) : action(after: error, elapsed, minimum, maximum))
        if case .retry = decision.action { number += 1 }
        policy.announce(decision)
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
        if let limit = policy.limit, elapsed.adding(delay) > limit { return .giveUp(.limit) }
        return .retry(after: delay)
    }
}
