internal import Foundation
internal import RillHTTP
internal import RillSystem

/// The token buckets of a rate limit and the requests that wait for a token.
final class RateLimiter: @unchecked Sendable {  // the mutable state is guarded by `lock`
    /// A bucket and its waiting requests.
    private struct Queue {
        var bucket: TokenBucket
        var waiting: WaitingQueue<Observer<TransportEvent>>

        /// The timer for the first waiting request.
        ///
        /// Set exactly while requests are waiting.
        var waitTimer: WaitTimer?

        /// Creates a timer for the first waiting request, unless there is a timer already or no request is waiting.
        mutating func makeWaitTimer() -> WaitTimer? {
            guard waitTimer == nil, !waiting.isEmpty else { return nil }
            waitTimer = (bucket.nextToken, DisposeBag())
            return waitTimer
        }
    }

    /// The due time of a timer that is running or about to be set, and a bag that cancels it, also if it is set afterward.
    private typealias WaitTimer = (due: Duration, bag: DisposeBag)

    private let fullBucket: TokenBucket
    private let maxWaiting: Int?
    private let scheduler: any Scheduler
    private let lock = NSLock()
    private var queues: [String: Queue] = [:]

    /// The number of buckets that triggers the removal of full buckets without waiting requests.
    private var sweepCount = 64

    /// The number of requests that have waited so far.
    ///
    /// Keeps the numbers unique when a queue is recreated.
    private var waitCount = 0

    init(_ bucket: TokenBucket, maxWaiting: Int?, scheduler: any Scheduler) {
        fullBucket = bucket
        self.maxWaiting = maxWaiting
        self.scheduler = scheduler
    }

    /// The number of buckets.
    var bucketCount: Int { lock.withLock { queues.count } }

    private enum Admission {
        case decided(Event<TransportEvent>)
        case waiting(Int, starting: WaitTimer?)
    }

    /// Completes the observer when a token is available.
    ///
    /// - Returns: A disposable that removes the observer from the queue.
    func acquire(_ key: String, _ observer: Observer<TransportEvent>) -> Disposable {
        let now = scheduler.now
        let admission: Admission = lock.withLock {
            sweep(at: now)
            var queue =
                queues.removeValue(forKey: key) ?? Queue(bucket: fullBucket, waiting: WaitingQueue(from: waitCount))
            defer { queues[key] = queue }
            if queue.waiting.isEmpty, queue.bucket.takeToken(at: now) { return .decided(.completed) }
            if let maxWaiting, queue.waiting.count >= maxWaiting {
                return .decided(.error(QueueFullError(count: maxWaiting)))
            }
            waitCount += 1
            let number = queue.waiting.append(observer)
            return .waiting(number, starting: queue.makeWaitTimer())
        }
        switch admission {
        case .decided(let outcome):
            observer.on(outcome)
            return .none
        case .waiting(let number, let waitTimer):
            observer.noteScheduler(scheduler, for: "RateLimit")
            if let waitTimer { schedule(waitTimer, key) }
            return Disposable { self.cancel(key, number) }
        }
    }

    private func cancel(_ key: String, _ number: Int) {
        let (removed, waitTimer): (Observer<TransportEvent>?, WaitTimer?) = lock.withLock {
            guard var queue = queues.removeValue(forKey: key) else { return (nil, nil) }
            defer { queues[key] = queue }
            let removed = queue.waiting.remove(number)
            // The first remaining request waits for the same token, so keep the timer unless the queue is empty.
            return (removed, queue.waiting.isEmpty ? queue.waitTimer.take() : nil)
        }
        waitTimer?.bag.dispose()
        withExtendedLifetime(removed) {}
    }

    private func schedule(_ waitTimer: WaitTimer, _ key: String) {
        let timer = scheduler.schedule(after: waitTimer.due - scheduler.now) { self.fire(waitTimer, key) }
        // If the last request was canceled in the meantime, the bag disposes the timer.
        waitTimer.bag.insert(timer)
    }

    private func fire(_ waitTimer: WaitTimer, _ key: String) {
        // The timer can fire slightly early, and a test scheduler may not advance its clock at all.
        let now = max(scheduler.now, waitTimer.due)
        let (ready, next): ([Observer<TransportEvent>], WaitTimer?) = lock.withLock {
            guard var queue = queues[key], queue.waitTimer?.bag === waitTimer.bag else { return ([], nil) }
            queues[key] = nil
            defer { queues[key] = queue }
            queue.waitTimer = nil
            var ready: [Observer<TransportEvent>] = []
            while !queue.waiting.isEmpty, queue.bucket.takeToken(at: now) {
                if let observer = queue.waiting.popFirst() { ready.append(observer) }
            }
            return (ready, queue.makeWaitTimer())
        }
        if let next { schedule(next, key) }
        for observer in ready { observer.onCompleted() }
    }

    private func sweep(at now: Duration) {
        guard queues.count >= sweepCount else { return }
        queues = queues.filter { !$0.value.waiting.isEmpty || !$0.value.bucket.isFull(at: now) }
        sweepCount = max(64, queues.count * 2)
    }
}
