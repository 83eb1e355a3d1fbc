/// How long to wait before an empty queue is asked again: doubled each time, until a message comes.
public struct PollingInterval: Sendable, Hashable {
    /// The first wait; more than zero.
    public var minimum: Duration

    /// The longest wait; not less than the first.
    public var maximum: Duration

    /// Creates an interval.
    ///
    /// - Parameters:
    ///   - minimum: The first wait; more than zero.
    ///   - maximum: The longest wait; not less than the first.
    public init(minimum: Duration = .milliseconds(100), maximum: Duration = .seconds(10)) {
        self.minimum = minimum
        self.maximum = maximum
    }

    /// The wait behind another one.
    func next(after wait: Duration?) -> Duration {
        guard let wait else { return minimum }
        // So that doubling cannot overflow.
        return wait < maximum / 2 ? wait * 2 : maximum
    }
}

extension PollingInterval {
    /// What is wrong with it; nil if nothing is.
    var flaw: String? {
        if minimum <= .zero { return "the minimum of polling has to be more than zero, not \(minimum)" }
        if maximum < minimum { return "the maximum of polling has to be \(minimum) or more, not \(maximum)" }
        return nil
    }
}
