internal import Foundation

/// Counts requests against a limit that starts anew after a while: a rate limit of the usual kind.
///
/// `@unchecked Sendable`: `lock` guards the windows.
final class RequestQuota: @unchecked Sendable {
    /// Where someone stands after a request.
    struct Standing: Sendable, Hashable {
        let limit: Int
        /// How many more are allowed until `reset`.
        let remaining: Int
        /// When the count starts anew, in seconds since 1970.
        let reset: Int
        /// Whether the request was one too many.
        let isOver: Bool
    }

    private struct Window {
        var used: Int
        let reset: Int
    }

    private let period: Int
    private let now: @Sendable () -> Date
    private let lock = NSLock()
    private var windows: [String: Window] = [:]

    /// Creates a quota that nobody has used yet.
    ///
    /// - Parameters:
    ///   - period: How long a window lasts, in seconds; it begins with the first request in it.
    ///   - now: Tells the time.
    init(period: Int, now: @escaping @Sendable () -> Date) {
        self.period = period
        self.now = now
    }

    /// Counts one request, unless it is one too many.
    func take(by key: String, limit: Int) -> Standing {
        let second = Int(now().timeIntervalSince1970)
        lock.lock()
        defer { lock.unlock() }
        var window = windows[key] ?? Window(used: 0, reset: second + period)
        if window.reset <= second { window = Window(used: 0, reset: second + period) }
        let isOver = window.used >= limit
        if !isOver { window.used += 1 }
        windows[key] = window
        return Standing(limit: limit, remaining: max(limit - window.used, 0), reset: window.reset, isOver: isOver)
    }

    /// Tells where someone stands, without counting anything.
    func standing(of key: String, limit: Int) -> Standing {
        let second = Int(now().timeIntervalSince1970)
        lock.lock()
        defer { lock.unlock() }
        guard let window = windows[key], window.reset > second else {
            return Standing(limit: limit, remaining: limit, reset: second + period, isOver: false)
        }
        let remaining = max(limit - window.used, 0)
        return Standing(limit: limit, remaining: remaining, reset: window.reset, isOver: remaining == 0)
    }

    /// Takes back the count of one request, which turned out to be free of charge.
    func giveBack(to key: String) {
        lock.lock()
        defer { lock.unlock() }
        guard var window = windows[key], window.used > 0 else { return }
        window.used -= 1
        windows[key] = window
    }
}
