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

    private enum Phase {
        case closed
        case open(since: Date, until: Duration, untilDate: Date)
        case halfOpen(since: Date, running: Int, succeeded: Int)
    }

    private let settings: Settings
    private var phase = Phase.closed
    private var window: SlidingWindow

    /// The identity of a state.
    final class Generation: Sendable {}

    /// Identifies the current state, so that outcomes of requests admitted in earlier states are ignored.
    private(set) var generation = Generation()

    /// When a request last used the circuit.
    var lastUse = Duration.zero

    init(_ settings: Settings) {
        self.settings = settings
        window = SlidingWindow(settings.slidingWindow)
    }

    var state: CircuitBreaker.State {
        switch phase {
        case .closed: .closed
        case .open(let since, _, let untilDate): .open(since: since, until: untilDate)
        case .halfOpen(let since, _, _): .halfOpen(since: since)
        }
    }

    /// Admits a request.
    ///
    /// - Parameter now: The current time.
    /// - Returns: `nil` if the request can be sent. If it is rejected, when the circuit last left the closed state, and when
    ///   the first probe is permitted, or `nil` if probes are running.
    mutating func admit(at now: Duration) -> (since: Date, until: Date?)? {
        if case .open(let since, let until, _) = phase, now >= until {
            enter(.halfOpen(since: since, running: 0, succeeded: 0))
        }
        switch phase {
        case .closed: return nil
        case .open(let since, _, let untilDate): return (since, untilDate)
        case .halfOpen(let since, let running, let succeeded):
            guard running + succeeded < settings.maximumProbes else { return (since, nil) }
            phase = .halfOpen(since: since, running: running + 1, succeeded: succeeded)
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
        switch phase {
        case .closed:
            window.record(isFailure: isFailure, at: now)
            let (requests, failures) = window.counts(at: now)
            // Because of rounding, 100 * 0.07 is greater than 7.
            let threshold = Double(requests) * settings.failureRateThreshold - 1e-6
            if requests >= settings.minimumRequests, failures > 0, Double(failures) >= threshold {
                open(since: date, at: now, date)
            }
        case .open: break
        case .halfOpen(let since, let running, let succeeded):
            if isFailure {
                open(since: since, at: now, date)
            } else if succeeded + 1 == settings.maximumProbes {
                window = SlidingWindow(settings.slidingWindow)
                enter(.closed)
            } else {
                phase = .halfOpen(since: since, running: running - 1, succeeded: succeeded + 1)
            }
        }
    }

    /// Releases the probe slot of a request that was admitted in the current state and has ended without an outcome.
    mutating func release() {
        guard case .halfOpen(let since, let running, let succeeded) = phase else { return }
        phase = .halfOpen(since: since, running: running - 1, succeeded: succeeded)
    }

    private mutating func open(since: Date, at now: Duration, _ date: Date) {
        // Later dates cannot be formatted.
        let untilDate = min(date.addingTimeInterval(settings.openDuration / .seconds(1)), .distantFuture)
        enter(.open(since: since, until: now + min(settings.openDuration, TokenBucket.longest), untilDate: untilDate))
    }

    private mutating func enter(_ next: Phase) {
        phase = next
        generation = Generation()
    }
}
