internal import Rill

/// A bucket that holds some tokens and gets one back each interval: what it knows fits into one point in time.
///
/// - SeeAlso: The generic cell rate algorithm, ITU-T I.371.
struct TokenBucket: Sendable {
    private let interval: Duration

    /// How far ahead of time the last token may be taken.
    private let tolerance: Duration

    /// When the bucket will be full again; in the past if it is.
    private var fullAgain = Duration.zero

    init(interval: Duration, burst: Int) {
        self.interval = interval
        // A bucket that would take longer to fill than can be represented is as good as one without a limit.
        let seconds = min(interval, .longest).components.seconds
        let isTooLong = seconds.multipliedReportingOverflow(by: Int64(burst)).overflow
        tolerance = isTooLong ? .longest : interval * (burst - 1)
    }

    /// When there will be a token; in the past if there is one.
    var nextToken: Duration { fullAgain - tolerance }

    /// Whether no token is missing.
    func isFull(at now: Duration) -> Bool { fullAgain <= now }

    /// Takes a token; false if there is none.
    mutating func take(at now: Duration) -> Bool {
        guard nextToken <= now else { return false }
        fullAgain = max(fullAgain, now).adding(interval)
        return true
    }
}
