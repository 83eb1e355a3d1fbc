/// A token bucket with a capacity that gains one token per interval.
///
/// Its state is a single point in time.
///
/// - SeeAlso: The generic cell rate algorithm, ITU-T I.371.
struct TokenBucket: Sendable {
    /// The maximum duration in computations, whose sums cannot overflow.
    static let longest = Duration.seconds(Int64.max)

    private let interval: Duration

    /// The time by which a full burst is ahead of the steady rate.
    private let tolerance: Duration

    /// The time when the bucket will be full.
    ///
    /// In the past if the bucket is full.
    private var timeWhenFull = Duration.zero

    init(interval: Duration, burst: Int) {
        self.interval = min(interval, Self.longest)
        // A bucket that takes longer to fill than a `Duration` can represent is treated as unlimited.
        let seconds = self.interval.components.seconds
        let isTooLong = seconds.multipliedReportingOverflow(by: Int64(burst)).overflow
        tolerance = isTooLong ? Self.longest : interval * (burst - 1)
    }

    /// The time when the next token will be available.
    ///
    /// In the past if a token is available.
    var nextToken: Duration { timeWhenFull - tolerance }

    /// Returns whether the bucket is full.
    func isFull(at now: Duration) -> Bool { timeWhenFull <= now }

    /// Takes a token.
    ///
    /// Returns `false` if none is available.
    mutating func takeToken(at now: Duration) -> Bool {
        guard nextToken <= now else { return false }
        timeWhenFull = min(max(timeWhenFull, now) + interval, Self.longest)
        return true
    }
}
