extension Duration {
    /// The longest duration that times are computed with.
    ///
    /// The sum of two such durations is always in range.
    package static let longest = Duration.seconds(Int64.max)

    /// Returns the sum of two durations, at most the longest duration.
    package func adding(_ other: Duration) -> Duration {
        min(clamped + other.clamped, .longest)
    }

    private var clamped: Duration { min(max(self, .zero - .longest), .longest) }
}

extension Scheduler {
    /// Returns the time at which a delay that begins now ends, at most the longest duration.
    package func time(after delay: Duration) -> Duration { now.adding(delay) }
}
