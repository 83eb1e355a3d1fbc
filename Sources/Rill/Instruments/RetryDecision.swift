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
