/// Measures a rate over the last five seconds.
struct RateMeter: Sendable {
    /// The period over which the rate is measured: long enough for a stable rate, and short enough to follow changes.
    private static let window = Duration.seconds(5)
    /// The minimum time between two samples that are kept.
    private static let resolution = Duration.milliseconds(50)

    private var samples: [(time: Duration, completed: Int)] = []

    /// Records a sample.
    ///
    /// - Parameters:
    ///   - completed: The total so far. A value that is smaller than the previous one restarts the measurement.
    ///   - time: The time of the sample, relative to any fixed instant.
    mutating func note(_ completed: Int, at time: Duration) {
        if let last = samples.last, completed < last.completed { samples = [] }
        if let previous = samples.dropLast().last, time - previous.time < Self.resolution { samples.removeLast() }
        samples.append((time, completed))
        // The oldest sample is kept while it is needed to span the window.
        while samples.count > 2, time - samples[1].time >= Self.window { samples.removeFirst() }
    }

    /// The rate per second, or `nil` until two samples at different times are recorded.
    var rate: Double? {
        guard let first = samples.first, let last = samples.last, last.time > first.time else { return nil }
        return Double(last.completed - first.completed) / ((last.time - first.time) / .seconds(1))
    }
}
