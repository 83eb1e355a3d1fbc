internal import Rill

/// The buckets of a rate limit, and who waits at them.
final class RateLimiter: @unchecked Sendable {  // what changes is guarded by `lock`
    /// A bucket with its line.
    fileprivate struct Queue {
        var bucket: TokenBucket
        var line: WaitingLine<Observer<TransportEvent>>

        /// What rings when the first in the line may go; there is one exactly while someone waits.
        var alarm: Alarm?
    }

    /// A timer, or one that is about to be set.
    fileprivate final class Alarm: @unchecked Sendable {  // guarded by the limiter's `lock`
        let due: Duration
        var timer: Disposable?
        var isOff = false

        init(due: Duration) {
            self.due = due
        }
    }

    private let fullBucket: TokenBucket
    private let maxWaiting: Int?
    private let scheduler: any Scheduler
    private let lock = Lock()
    private var queues: [String: Queue] = [:]

    /// How many buckets there may be before those are dropped that are as good as new.
    private var sweepCount = 64

    /// How many have waited: a line that is made anew does not give out the numbers of the one before.
    private var waitCount = 0

    init(_ bucket: TokenBucket, maxWaiting: Int?, scheduler: any Scheduler) {
        fullBucket = bucket
        self.maxWaiting = maxWaiting
        self.scheduler = scheduler
    }

    /// How many buckets there are.
    var bucketCount: Int { lock.withLock { queues.count } }

    private enum Entrance {
        case granted
        case refused
        case waiting(Int, setting: Alarm?)
    }

    /// Completes the observer when there is a token for it.
    ///
    /// - Returns: What takes it out of the line.
    func enter(_ key: String, _ observer: Observer<TransportEvent>) -> Disposable {
        let now = scheduler.now
        let entrance: Entrance = lock.withLock {
            sweep(at: now)
            var queue = queues.removeValue(forKey: key) ?? Queue(bucket: fullBucket, line: WaitingLine(from: waitCount))
            defer { queues[key] = queue }
            if queue.line.isEmpty, queue.bucket.take(at: now) { return .granted }
            if let maxWaiting, queue.line.count >= maxWaiting { return .refused }
            waitCount += 1
            let number = queue.line.append(observer)
            return .waiting(number, setting: queue.setAlarm())
        }
        switch entrance {
        case .granted:
            observer.onCompleted()
        case .refused:
            observer.onError(TooManyWaitingError(count: maxWaiting ?? 0))
        case .waiting(let number, let alarm):
            if let alarm { set(alarm, key) }
            return Disposable { self.leave(key, number) }
        }
        return .none
    }

    private func leave(_ key: String, _ number: Int) {
        let (gone, timer): (Observer<TransportEvent>?, Disposable?) = lock.withLock {
            guard var queue = queues.removeValue(forKey: key) else { return (nil, nil) }
            defer { queues[key] = queue }
            let gone = queue.line.remove(number)
            // Whoever comes first then waits for the same token: the alarm stays while anyone is left.
            return (gone, queue.line.isEmpty ? queue.takeAlarm()?.timer : nil)
        }
        timer?.dispose()
        withExtendedLifetime(gone) {}
    }

    private func set(_ alarm: Alarm, _ key: String) {
        let timer = scheduler.schedule(after: alarm.due - scheduler.now) { self.ring(alarm, key) }
        let isOff = lock.withLock {
            if !alarm.isOff { alarm.timer = timer }
            return alarm.isOff
        }
        // It has rung already, or the last one has left before the timer was known.
        if isOff { timer.dispose() }
    }

    private func ring(_ alarm: Alarm, _ key: String) {
        // A timer may be a little early by the clock, and a scheduler may let no time pass at all.
        let now = max(scheduler.now, alarm.due)
        let (ready, next): ([Observer<TransportEvent>], Alarm?) = lock.withLock {
            guard var queue = queues[key], queue.alarm === alarm else { return ([], nil) }
            queues[key] = nil
            defer { queues[key] = queue }
            _ = queue.takeAlarm()
            var ready: [Observer<TransportEvent>] = []
            while !queue.line.isEmpty, queue.bucket.take(at: now) {
                if let observer = queue.line.popFirst() { ready.append(observer) }
            }
            return (ready, queue.setAlarm())
        }
        if let next { set(next, key) }
        for observer in ready { observer.onCompleted() }
    }

    private func sweep(at now: Duration) {
        guard queues.count >= sweepCount else { return }
        queues = queues.filter { !$0.value.line.isEmpty || !$0.value.bucket.isFull(at: now) }
        sweepCount = max(64, queues.count * 2)
    }
}

extension RateLimiter.Queue {
    /// Makes an alarm for the first in the line, unless there is one, or nobody waits.
    fileprivate mutating func setAlarm() -> RateLimiter.Alarm? {
        guard alarm == nil, !line.isEmpty else { return nil }
        alarm = RateLimiter.Alarm(due: bucket.nextToken)
        return alarm
    }

    fileprivate mutating func takeAlarm() -> RateLimiter.Alarm? {
        alarm?.isOff = true
        return alarm.take()
    }
}
