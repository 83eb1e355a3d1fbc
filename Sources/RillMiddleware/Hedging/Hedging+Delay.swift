internal import Foundation

extension Hedging {
    /// The time after which a request is sent again.
    public struct Delay: Sendable {
        private enum Kind {
            case fixed(Duration)
            case percentile(Double)
        }

        private let kind: Kind

        /// Returns a fixed delay.
        ///
        /// - Parameter delay: The delay. Must be greater than zero.
        public static func fixed(_ delay: Duration) -> Delay {
            precondition(delay > .zero, "Hedging: delay must be greater than zero, got \(delay)")
            return Delay(kind: .fixed(delay))
        }

        /// Returns a delay equal to a percentile of the last 100 response times, but at least 1 millisecond.
        ///
        /// A response time is measured from sending the first attempt to the winning response head. Requests are not
        /// hedged until there have been 20 responses.
        ///
        /// - Parameter percentile: The fraction of the requests that receive their response earlier, greater than 0 and
        ///   less than 1. With 0.95, about 5 percent of the requests are sent twice.
        public static func percentile(_ percentile: Double) -> Delay {
            precondition(
                percentile > 0 && percentile < 1,
                "Hedging: percentile must be greater than 0 and less than 1, got \(percentile)")
            return Delay(kind: .percentile(percentile))
        }

        /// Returns the delay, or `nil` if there have not been enough responses.
        func value(for times: ResponseTimes) -> Duration? {
            switch kind {
            case .fixed(let delay): delay
            case .percentile(let percentile): times.percentile(percentile).map { max($0, .milliseconds(1)) }
            }
        }
    }
}

/// The most recent response times.
final class ResponseTimes: @unchecked Sendable {  // the mutable state is guarded by `lock`
    private static let capacity = 100
    private static let minimum = 20

    private let lock = NSLock()

    /// The times, the oldest first.
    private var times: [Duration] = []

    /// The same times in ascending order.
    private var sorted: [Duration] = []

    func append(_ time: Duration) {
        lock.withLock {
            if times.count == Self.capacity { sorted.remove(at: rank(of: times.removeFirst())) }
            times.append(time)
            sorted.insert(time, at: rank(of: time))
        }
    }

    /// Returns the number of shorter times.
    ///
    /// The caller must hold the lock.
    private func rank(of time: Duration) -> Int {
        sorted.firstIndex { $0 >= time } ?? sorted.count
    }

    /// Returns the nearest-rank percentile, or `nil` if there are not enough times.
    func percentile(_ percentile: Double) -> Duration? {
        lock.withLock {
            guard sorted.count >= Self.minimum else { return nil }
            let rank = (percentile * Double(sorted.count)).rounded(.up)
            return sorted[min(max(Int(rank), 1), sorted.count) - 1]
        }
    }
}
