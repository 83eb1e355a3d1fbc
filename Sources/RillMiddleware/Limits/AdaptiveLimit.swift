public import RillHTTP

/// An algorithm that adapts a ``ConcurrencyLimit`` to the capacity of a server: additive increase, multiplicative
/// decrease (AIMD), as in TCP congestion control.
///
/// The limit changes with each outcome:
///
///     failure, or latency > latencyThreshold      limit = max(minimum, floor(limit * backoffRatio))
///     success, and 2 * running >= limit           limit = min(maximum, limit + 1)
///
/// `running` is the number of exchanges including this one. The limit therefore grows only while it is used. The
/// latency is the time from passing the request to the transport to the response head, so that the time in the queue
/// and in inner middleware, such as ``RateLimit``, is not included. A failure is a response with one of the `statuses`
/// or a failure of the transport. An exchange that is canceled before the response head counts only if it has exceeded
/// the latency threshold, and an exchange that is not sent does not count.
///
/// `AIMDLimit` in Netflix's concurrency-limits library uses the same formula and backoff ratio.
///
/// - SeeAlso: <https://github.com/Netflix/concurrency-limits>
public struct AdaptiveLimit: Sendable {
    let statuses: Set<HTTPResponse.Status>
    let initial: Int
    private let minimum: Int
    private let maximum: Int
    private let latencyThreshold: Duration
    private let backoffRatio: Double

    /// Returns an algorithm with additive increase and multiplicative decrease.
    ///
    /// - Parameters:
    ///   - latencyThreshold: The latency above which the server is considered overloaded. Must be greater than zero.
    ///   - initial: The initial limit. Must be in the range from `minimum` to `maximum`. Defaults to 20.
    ///   - minimum: The lowest limit. Must be at least 1. Defaults to 1.
    ///   - maximum: The highest limit. Defaults to 200.
    ///   - backoffRatio: The factor by which the limit decreases, at least 0.5 and less than 1. Defaults to 0.9.
    ///   - statuses: The statuses that decrease the limit. Defaults to 429, 500, 502, 503 and 504.
    /// - Returns: The algorithm.
    public static func adaptive(
        latencyThreshold: Duration, initial: Int = 20, minimum: Int = 1, maximum: Int = 200,
        backoffRatio: Double = 0.9, statuses: Set<HTTPResponse.Status> = [429, 500, 502, 503, 504]
    ) -> AdaptiveLimit {
        precondition(
            latencyThreshold > .zero,
            "AdaptiveLimit: latencyThreshold must be greater than zero, got \(latencyThreshold)")
        precondition(
            minimum >= 1 && minimum <= initial && initial <= maximum,
            "AdaptiveLimit: 1 <= minimum <= initial <= maximum must hold, got \(minimum), \(initial) and \(maximum)")
        precondition(
            backoffRatio >= 0.5 && backoffRatio < 1,
            "AdaptiveLimit: backoffRatio must be at least 0.5 and less than 1, got \(backoffRatio)")
        return AdaptiveLimit(
            statuses: statuses, initial: initial, minimum: minimum, maximum: maximum,
            latencyThreshold: latencyThreshold, backoffRatio: backoffRatio)
    }

    /// Returns the limit after an outcome.
    func next(_ limit: Int, running: Int, latency: Duration, isFailure: Bool) -> Int {
        if isFailure || isSlow(latency) { return max(minimum, Int(Double(limit) * backoffRatio)) }
        return running * 2 >= limit ? min(maximum, limit + 1) : limit
    }

    /// Returns whether a latency exceeds the threshold.
    func isSlow(_ latency: Duration) -> Bool { latency > latencyThreshold }
}
