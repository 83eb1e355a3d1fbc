/// The numbers of requests and failures in the most recent period, counted in ten buckets.
struct SlidingWindow {
    private struct Bucket {
        var number = Int.min
        var requests = 0
        var failures = 0
    }

    private static let count = 10

    private let bucketDuration: Duration
    private var buckets = Array(repeating: Bucket(), count: count)

    /// Creates an empty window.
    ///
    /// - Parameter duration: The duration of the window, which must be greater than zero.
    init(_ duration: Duration) {
        bucketDuration = max(duration / Self.count, .nanoseconds(1))
    }

    mutating func record(isFailure: Bool, at now: Duration) {
        let number = number(at: now)
        let index = (number % Self.count + Self.count) % Self.count
        // Another thread may have recorded a later outcome, in which case this bucket is no longer in the window.
        guard number >= buckets[index].number else { return }
        if buckets[index].number != number { buckets[index] = Bucket(number: number) }
        buckets[index].requests += 1
        if isFailure { buckets[index].failures += 1 }
    }

    /// Returns the numbers of requests and failures in the window that ends now.
    func counts(at now: Duration) -> (requests: Int, failures: Int) {
        let first = number(at: now) - Self.count + 1
        return buckets.reduce((0, 0)) { sum, bucket in
            bucket.number < first ? sum : (sum.0 + bucket.requests, sum.1 + bucket.failures)
        }
    }

    private func number(at now: Duration) -> Int {
        Int(min(max((now / bucketDuration).rounded(.down), -9e18), 9e18))
    }
}
