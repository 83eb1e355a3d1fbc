internal import Foundation

/// The state machine of one circuit.
///
/// The state machine is pure: its owner provides the time and the dates.
struct Circuit {
    struct Settings: Sendable {
        let failureRateThreshold: Double
        let minimumRequests: Int
        let slidingWindow: Duration
        let openDuration: Duration
        let maximumProbes: Int
    }

    private let settings: Settings
    private(set) var state = CircuitBreaker.State.closed
    private var window: SlidingWindow

    /// The time when an open circuit permits the first probe.
    private var probeTime = Duration.zero

    /// The number of probes of a half-open circuit that are running or have succeeded.
    private var probes = 0

    /// The number of probes that have succeeded.
    private var successes = 0

    /// The identity of a state.
    final class Generation: Sendable {}

    /// Identifies the current state, so that outcomes of requests admitted in earlier states are ignored.
    private(set) var generation = Generation()

    /// When a request last used the circuit.
    var lastUse = Duration.zero

    /// The order in which circuits are removed: closed circuits first, then by their last use.
    var removalOrder: (Int, Duration) { (state == .closed ? 0 : 1, lastUse) }

    init(_ settings: Settings) {
        self.settings = settings
        window = SlidingWindow(settings.slidingWindow)
    }

    /// Admits a request.
    ///
    /// - Parameter now: The current time.
    /// - Returns: `nil` if the request can be sent. If it is rejected, when the circuit last left the closed state, and when
    ///   the first probe is permitted, or `nil` if probes are running.
    mutating func admit(at now: Duration) -> (since: Date, until: Date?)? {
        if case .open(let since, _) = state, now >= probeTime { enter(.halfOpen(since: since)) }
        switch state {
        case .closed: return nil
        case .open(let since, let until): return (since, until)
        case .halfOpen(let since):
            guard probes < settings.maximumProbes else { return (since, nil) }
            probes += 1
            return nil
        }
    }

    /// Records the outcome of a request that was admitted in the current state.
    ///
    /// - Parameters:
    ///   - isFailure: Whether the request has failed.
    ///   - now: The current time.
    ///   - date: The current date.
    mutating func record(isFailure: Bool, at now: Duration, _ date: Date) {
        switch state {
        case .closed:
            window.record(isFailure: isFailure, at: now)
            let (requests, failures) = window.counts(at: now)
            // Because of rounding, 100 * 0.07 is greater than 7.
            let threshold = Double(requests) * settings.failureRateThreshold - 1e-6
            if requests >= settings.minimumRequests, failures > 0, Double(failures) >= threshold {
                open(since: date, at: now, date)
            }
        case .open: break
        case .halfOpen(let since) where isFailure: open(since: since, at: now, date)
        case .halfOpen:
            successes += 1
            guard successes == settings.maximumProbes else { return }
            window = SlidingWindow(settings.slidingWindow)
            enter(.closed)
        }
    }

    /// Releases the probe slot of a request that was admitted in the current state and has ended without an outcome.
    mutating func release() {
        if case .halfOpen = state { probes -= 1 }
    }

    private mutating func open(since: Date, at now: Duration, _ date: Date) {
        // Later dates cannot be formatted.
        let untilDate = min(date.addingTimeInterval(settings.openDuration / .seconds(1)), .distantFuture)
        probeTime = now + min(settings.openDuration, TokenBucket.longest)
        enter(.open(since: since, until: untilDate))
    }

    private mutating func enter(_ next: CircuitBreaker.State) {
        state = next
        probes = 0
        successes = 0
        generation = Generation()
    }
}
