internal import Foundation
internal import Rill

/// The current date, measured by a scheduler.
///
/// Dates are comparable between processes, and between schedulers. A step of the system's clock does not change the age
/// of a response, except if the clock is ahead of the scheduler, as after the system was suspended.
final class CacheClock: @unchecked Sendable {  // the mutable state is guarded by `lock`
    /// The maximum time that the system's clock can be ahead of the scheduler.
    private static let tolerance = Duration.seconds(30)

    private struct Anchor {
        let scheduler: any Scheduler

        /// The time since 1970 when the time of the scheduler is zero.
        var start: Duration
    }

    private let lock = Lock()
    private var anchor: Anchor?

    /// The start of the scheduler's time for tests, or `nil` to derive it from the system's clock.
    private let start: Duration?

    /// - Parameters:
    ///   - scheduler: The scheduler, or `nil` for the one of the first client that uses the clock.
    ///   - start: The time since 1970 when the time of the scheduler is zero. Defaults to `nil`, which means that it is
    ///     derived from the system's clock.
    init(_ scheduler: (any Scheduler)?, start: Duration? = nil) {
        self.start = start
        anchor = scheduler.map { Self.anchor($0, start) }
    }

    private static func anchor(_ scheduler: any Scheduler, _ start: Duration?) -> Anchor {
        Anchor(scheduler: scheduler, start: start ?? systemTime - scheduler.now)
    }

    /// The time since 1970 according to the system's clock.
    private static var systemTime: Duration { .seconds(Date().timeIntervalSince1970) }

    /// Returns the time since 1970, in whole milliseconds.
    ///
    /// - Parameter exchange: The exchange of the client that uses the cache, or `nil` in a test of a middleware.
    func now(in exchange: Exchange?) -> Duration {
        var anchor = lock.withLock { self.anchor }
        if anchor == nil {
            let made = Self.anchor(exchange?.scheduler ?? ConcurrentDispatchQueueScheduler(), start)
            anchor = lock.withLock {
                if self.anchor == nil { self.anchor = made }
                return self.anchor
            }
        }
        guard let anchor else { return .zero }
        let elapsed = anchor.scheduler.now
        var time = anchor.start + elapsed
        if start == nil, case let system = Self.systemTime, system - time > Self.tolerance {
            lock.withLock { self.anchor?.start = max(anchor.start, system - elapsed) }
            time = system
        }
        let milliseconds = (time / .milliseconds(1)).rounded(.down)
        return .milliseconds(Int64(milliseconds))
    }
}
