internal import Foundation
internal import Rill
internal import RillHTTP

/// A clock that determines the current date with a scheduler, for the ages of responses and the expiration of cookies.
///
/// Dates can be compared between processes and between schedulers. An adjustment of the system's clock does not affect
/// them, unless the system's clock is then more than 30 seconds ahead, as after the system was suspended. Virtual time
/// is never compared with the system's clock.
final class WallClock: @unchecked Sendable {  // the mutable state is guarded by `lock`
    /// The maximum time that the system's clock can be ahead of the scheduler.
    private static let tolerance = Duration.seconds(30)

    private struct Anchor {
        let scheduler: any Scheduler

        /// The time since 1970 when the time of the scheduler is zero.
        var start: Duration
    }

    private let lock = Lock()
    private var anchor: Anchor?

    /// The time since 1970 at the scheduler's zero, specified by tests, or `nil` to derive it from the system's clock.
    private let start: Duration?

    /// Returns the time since 1970 according to the system's clock.
    private let systemTime: @Sendable () -> Duration

    /// - Parameters:
    ///   - scheduler: The scheduler, or `nil` for the one of the first client that uses the clock.
    ///   - start: The time since 1970 when the time of the scheduler is zero. Defaults to `nil`, which means that it is
    ///     derived from the system's clock.
    ///   - systemTime: A closure that returns the time since 1970 according to the system's clock.
    init(
        _ scheduler: (any Scheduler)?, start: Duration? = nil,
        systemTime: @escaping @Sendable () -> Duration = { .seconds(Date().timeIntervalSince1970) }
    ) {
        self.start = start
        self.systemTime = systemTime
        anchor = scheduler.map { Anchor(scheduler: $0, start: start ?? systemTime() - $0.now) }
    }

    /// The scheduler, or one for real time if none was specified.
    var scheduler: any Scheduler { anchor(in: nil).scheduler }

    private func anchor(in call: Call?) -> Anchor {
        if let anchor = lock.withLock({ self.anchor }) { return anchor }
        let scheduler = call?.scheduler ?? ConcurrentDispatchQueueScheduler()
        let made = Anchor(scheduler: scheduler, start: start ?? systemTime() - scheduler.now)
        return lock.withLock {
            if let anchor = self.anchor { return anchor }
            self.anchor = made
            return made
        }
    }

    /// Returns the time since 1970, in whole milliseconds.
    ///
    /// - Parameter call: The call of the client that uses the clock. Defaults to `nil`, which means real time if no
    ///   scheduler was specified.
    func now(in call: Call? = nil) -> Duration {
        let anchor = anchor(in: call)
        let elapsed = anchor.scheduler.now
        var time = anchor.start + elapsed
        if start == nil, !(anchor.scheduler is any OpenWorkSource), case let system = systemTime(),
            system - time > Self.tolerance
        {
            lock.withLock { self.anchor?.start = max(anchor.start, system - elapsed) }
            time = system
        }
        let milliseconds = (time / .milliseconds(1)).rounded(.down)
        return .milliseconds(Int64(milliseconds))
    }
}
