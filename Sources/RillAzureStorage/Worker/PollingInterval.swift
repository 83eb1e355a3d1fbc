/// The delay between receive requests for an empty queue, which doubles until a message arrives.
public struct PollingInterval: Sendable, Hashable {
    /// The first delay.
    ///
    /// Must be positive. Defaults to 0.1 s.
    public var minimum: Duration

    /// The maximum delay.
    ///
    /// Must be at least ``minimum``. Defaults to 10 s.
    public var maximum: Duration

    /// Creates a polling interval.
    ///
    /// - Parameters:
    ///   - minimum: The first delay. Must be positive. Defaults to 0.1 s.
    ///   - maximum: The maximum delay. Must be at least `minimum`. Defaults to 10 s.
    public init(minimum: Duration = .milliseconds(100), maximum: Duration = .seconds(10)) {
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Returns the delay that follows another one.
    func next(after delay: Duration?) -> Duration {
        guard let delay else { return minimum }
        // Compare with half the maximum, because doubling could overflow.
        return delay < maximum / 2 ? delay * 2 : maximum
    }

    /// The reason why the interval is invalid, or `nil` if it is valid.
    var validationError: String? {
        if minimum <= .zero { return "polling.minimum must be positive, got \(minimum)" }
        if maximum < minimum { return "polling.maximum must be at least polling.minimum, \(minimum), got \(maximum)" }
        return nil
    }
}
