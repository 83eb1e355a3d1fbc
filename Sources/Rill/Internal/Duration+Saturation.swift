extension Duration {
    /// The longest duration that can be represented.
    package static let longest = Duration(attoseconds: .max)

    /// Returns the sum of two durations, or the longest duration if the sum is out of range.
    package func adding(_ other: Duration) -> Duration {
        let (sum, overflow) = attoseconds.addingReportingOverflow(other.attoseconds)
        guard overflow else { return Duration(attoseconds: sum) }
        return other < .zero ? Duration(attoseconds: .min) : .longest
    }
}

extension Scheduler {
    /// Returns the time at which a delay that begins now ends, or the longest duration if that is out of range.
    package func time(after delay: Duration) -> Duration { now.adding(delay) }
}
