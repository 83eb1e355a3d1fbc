/// How fast something goes on, by what has come in the last seconds.
package struct RateMeter: Sendable {
    /// Long enough to be steady, short enough to notice that it got slower.
    private static let window = Duration.seconds(5)

    private var samples: [(time: Duration, completed: Int)] = []

    package init() {}

    /// Notes how much has come by a time.
    ///
    /// - Parameters:
    ///   - completed: How much in all; less than before begins anew.
    ///   - time: When, on any clock.
    package mutating func note(_ completed: Int, at time: Duration) {
        if let last = samples.last, completed < last.completed { samples = [] }
        samples.append((time, completed))
        // The oldest stays as long as it is needed to span the window.
        while samples.count > 2, time - samples[1].time >= Self.window { samples.removeFirst() }
    }

    /// How much comes in a second; nil while that cannot be told.
    package var rate: Double? {
        guard let first = samples.first, let last = samples.last, last.time > first.time else { return nil }
        return Double(last.completed - first.completed) / ((last.time - first.time) / .seconds(1))
    }
}
