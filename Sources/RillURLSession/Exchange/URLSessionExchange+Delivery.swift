internal import Dispatch
internal import Foundation
internal import RillHTTPTypes

extension URLSessionExchange {
    // MARK: Delivery

    /// Delivers events on the queue of the exchange, so that a slow subscriber blocks neither URLSession nor other exchanges.
    func drain() {
        queue.async { self.deliverWaiting() }
    }

    /// Enqueues an item, and starts the delivery if necessary.
    func enqueue(_ item: URLSessionInbox.Item) {
        if lock.withLock({ inbox.enqueue(item) }) { drain() }
    }

    private func deliverWaiting() {
        while true {
            switch lock.withLock({ inbox.next() }) {
            case .deliver(.event(let event)):
                observer.onNext(event)
                pauseIfNeeded()
            case .deliver(.progress(let progress)): call.body?.report?(progress)
            case .deliver(.resend(let failure)): delegate?.willResend(after: failure)
            case .deliver(.metrics(let metrics)): delegate?.didMeasure(metrics)
            case .end(let error?): return observer.onError(error)
            case .end(nil): return observer.onCompleted()
            case .idle: return didDeliverAll()
            }
        }
    }

    private func pauseIfNeeded() {
        guard observer.isPaused else { return }
        lock.withLock { inbox.pause() }
        if !observer.whenResumed({ self.resumeDelivery() }) { resumeDelivery() }
    }

    private func resumeDelivery() {
        if lock.withLock({ inbox.resume() }) {
            drain()
        } else {
            didDeliverAll()
        }
    }

    /// Restarts the idle timeout when all events have been delivered, because the exchange is now waiting for the
    /// server.
    private func didDeliverAll() {
        let now = options.scheduler.now
        lock.withLock {
            if !inbox.isWaitingForSubscriber, case .receiving = clock.phase { clock.phase = .receiving(since: now) }
            updateTaskSuspension()
        }
    }

    /// Suspends the task while too much data is buffered, on platforms where URLSession supports this.
    func updateTaskSuspension() {
        #if canImport(Darwin)
            guard let task else { return }
            if inbox.bufferedBytes > Self.bufferLimit / 64, task.state == .running {
                task.suspend()
            } else if inbox.bufferedBytes == 0, task.state == .suspended {
                task.resume()
            }
        #endif
    }

    // MARK: Timeouts

    /// Schedules a check for the next deadline.
    func watchTime() {
        let scheduler = options.scheduler
        let now = scheduler.now
        let due: Duration? = lock.withLock {
            guard !inbox.hasEnded, let due = currentClock.due(now: now)?.at, nextCheck.map({ due < $0 }) ?? true else {
                return nil
            }
            nextCheck = due
            return due
        }
        guard let due else { return }
        let newTimer = scheduler.schedule(after: max(due - now, .zero)) { [weak self] in self?.checkTime() }
        let old = lock.withLock {
            guard !inbox.hasEnded, nextCheck == due else { return newTimer }
            defer { timer = newTimer }
            return timer ?? .none
        }
        old.dispose()
    }

    private func checkTime() {
        let now = options.scheduler.now
        let error: TransportError? = lock.withLock {
            nextCheck = nil
            timer = nil
            guard !inbox.hasEnded, let due = currentClock.due(now: now), due.at <= now else { return nil }
            return due.error
        }
        if let error { fail(error) } else { watchTime() }
    }

    private var currentClock: URLSessionClock {
        var clock = clock
        if case .receiving = clock.phase, inbox.isWaitingForSubscriber { clock.phase = .paused }
        return clock
    }
}
