extension Duration {
    /// The maximum duration used in time computations.
    ///
    /// The sum of two such durations cannot overflow.
    package static let longest = Duration.seconds(Int64.max)

    /// Returns the sum of two durations, limited to `longest`.
    package func adding(_ other: Duration) -> Duration {
        min(clamped + other.clamped, .longest)
    }

    private var clamped: Duration { min(max(self, .zero - .longest), .longest) }
}

extension Scheduler {
    /// Returns the time at the end of a delay that starts now, limited to `longest`.
    @usableFromInline
    package func time(after delay: Duration) -> Duration { now.adding(delay) }
}
