internal import Dispatch
internal import Foundation
internal import RillHTTP

/// A clock that determines the current date with a scheduler, for the ages of responses and the expiration of cookies.
///
/// Dates can be compared between processes and between schedulers. An adjustment of the system's clock does not affect
/// them, unless the system's clock is then more than 30 seconds ahead, as after the system was suspended. Only the time
/// of a scheduler that measures the uptime of the system is compared with the system's clock, so virtual time never is.
final class WallClock: @unchecked Sendable {  // the mutable state is guarded by `lock`
    /// The maximum time that the system's clock can be ahead of the scheduler.
    private static let tolerance = Duration.seconds(30)

    let scheduler: any Scheduler
    private let lock = NSLock()

    /// The time since 1970 when the time of the scheduler is zero.
    private var origin: Duration

    /// The time since 1970 at the scheduler's zero, specified by tests, or `nil` to derive it from the system's clock.
    private let start: Duration?

    /// Returns the time since 1970 according to the system's clock.
    private let systemTime: @Sendable () -> Duration

    /// - Parameters:
    ///   - scheduler: The scheduler.
    ///   - start: The time since 1970 when the time of the scheduler is zero. Defaults to `nil`, which means that it is
    ///     derived from the system's clock.
    ///   - systemTime: A closure that returns the time since 1970 according to the system's clock.
    init(
        _ scheduler: any Scheduler, start: Duration? = nil,
        systemTime: @escaping @Sendable () -> Duration = { .seconds(Date().timeIntervalSince1970) }
    ) {
        self.start = start
        self.systemTime = systemTime
        self.scheduler = scheduler
        origin = start ?? systemTime() - scheduler.now
    }

    /// The time since 1970, in whole milliseconds.
    var now: Duration {
        let origin = lock.withLock { self.origin }
        let elapsed = scheduler.now
        var time = origin + elapsed
        let delay = Duration.nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)) - elapsed
        if start == nil, .zero ... .seconds(1) ~= delay, case let system = systemTime(), system - time > Self.tolerance
        {
            lock.withLock { self.origin = max(origin, system - elapsed) }
            time = system
        }
        let milliseconds = (time / .milliseconds(1)).rounded(.down)
        return .milliseconds(Int64(min(max(milliseconds, -9e18), 9e18)))
    }
}
