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

    /// Counts one request, unless it exceeds the limit.
    func consume(for key: String, limit: Int) -> Status {
        let second = Int(now().timeIntervalSince1970)
        return lock.withLock {
            var window = windows[key] ?? Window(used: 0, reset: second + period)
            if window.reset <= second { window = Window(used: 0, reset: second + period) }
            let isExceeded = window.used >= limit
            if !isExceeded { window.used += 1 }
            windows[key] = window
            return Status(
                limit: limit, remaining: max(limit - window.used, 0), reset: window.reset, isExceeded: isExceeded)
        }
    }

    /// Returns the current state without counting a request.
    func status(of key: String, limit: Int) -> Status {
        let second = Int(now().timeIntervalSince1970)
        return lock.withLock {
            guard let window = windows[key], window.reset > second else {
                return Status(limit: limit, remaining: limit, reset: second + period, isExceeded: false)
            }
            let remaining = max(limit - window.used, 0)
            return Status(limit: limit, remaining: remaining, reset: window.reset, isExceeded: remaining == 0)
        }
    }

    /// Subtracts a request that does not count against the limit.
    func refund(for key: String) {
        lock.withLock {
            guard var window = windows[key], window.used > 0 else { return }
            window.used -= 1
            windows[key] = window
        }
    }
}
