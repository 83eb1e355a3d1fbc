internal import Foundation
internal import Rill

/// A rate limit with fixed time windows.
///
/// `@unchecked Sendable`: `lock` guards the windows.
final class RequestQuota: @unchecked Sendable {
    /// The state of the quota of one key.
    struct Status: Sendable, Hashable {
        let limit: Int
        /// The number of requests permitted until `reset`.
        let remaining: Int
        /// The end of the window, in seconds since 1970.
        let reset: Int
        /// Whether the limit is exceeded.
        let isExceeded: Bool
    }

    private struct Window {
        var used: Int
        let reset: Int
    }

    private let period: Int
    private let now: @Sendable () -> Date
    private let lock = Lock()
    private var windows: [String: Window] = [:]

    /// Creates an unused quota.
    ///
    /// - Parameters:
    ///   - period: The length of a window, in seconds. A window starts with its first request.
    ///   - now: The closure that returns the current date.
    init(period: Int, now: @escaping @Sendable () -> Date) {
        self.period = period
        self.now = now
    }

    /// Adds to the number of requests of a key, unless the sum exceeds the limit, and returns the state.
    ///
    /// - Parameters:
    ///   - count: 1 for a request, 0 to return only the state, or -1 to subtract a request that does not count.
    ///   - key: The key.
    ///   - limit: The limit.
    func consume(_ count: Int = 1, for key: String, limit: Int) -> Status {
        let second = Int(now().timeIntervalSince1970)
        return lock.withLock {
            var window = windows[key] ?? Window(used: 0, reset: second + period)
            if window.reset <= second { window = Window(used: 0, reset: second + period) }
            let isExceeded = count > 0 && window.used + count > limit
            if !isExceeded { window.used = max(window.used + count, 0) }
            if count != 0 { windows[key] = window }
            return Status(
                limit: limit, remaining: max(limit - window.used, 0), reset: window.reset, isExceeded: isExceeded)
        }
    }
}
