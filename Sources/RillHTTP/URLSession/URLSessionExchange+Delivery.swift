internal import Dispatch
internal import Foundation
internal import Rill

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
    internal import RillHTTP
#endif

extension URLSessionExchange {
    // MARK: Delivery

    /// Delivers on a queue of the system: a reader that is slow holds up neither URLSession nor another exchange.
    func drain() {
        DispatchQueue.global().async { self.deliverWaiting() }
    }

    private func deliverWaiting() {
        while true {
            switch lock.withLock({ inbox.next() }) {
            case .deliver(let event):
                observer.onNext(event)
                holdBackIfPaused()
            case .end(let error?): return observer.onError(error)
            case .end(nil): return observer.onCompleted()
            case .rest: return breathe()
            }
        }
    }

    private func holdBackIfPaused() {
        guard observer.isPaused else { return }
        lock.withLock { inbox.park() }
        if !observer.park({ self.letGo() }) { letGo() }
    }

    private func letGo() {
        if lock.withLock({ inbox.unpark() }) {
            drain()
        } else {
            breathe()
        }
    }

    /// The reader has taken all that was there: from now on it is the server that is waited for.
    private func breathe() {
        let now = options.scheduler.now
        lock.withLock {
            if !inbox.isHeld, case .receiving = clock.phase { clock.phase = .receiving(since: now) }
            balance()
        }
    }

    /// Holds the server back while too much waits, where URLSession can do that.
    func balance() {
        #if canImport(Darwin)
            guard let task else { return }
            if inbox.waitingBytes > Self.bufferLimit / 64, task.state == .running {
                task.suspend()
            } else if inbox.waitingBytes == 0, task.state == .suspended {
                task.resume()
            }
        #endif
    }

    // MARK: Time

    /// Makes sure that somebody looks when the exchange could be late.
    func watchTime() {
        let scheduler = options.scheduler
        let now = scheduler.now
        let due: Duration? = lock.withLock {
            guard !inbox.hasEnded, let due = heldClock.due(now: now)?.at, nextCheck.map({ due < $0 }) ?? true else {
                return nil
            }
            nextCheck = due
            return due
        }
        guard let due else { return }
        let fresh = scheduler.schedule(after: max(due - now, .zero)) { [weak self] in self?.checkTime() }
        let old = lock.withLock {
            guard !inbox.hasEnded, nextCheck == due else { return fresh }
            defer { timer = fresh }
            return timer ?? .none
        }
        old.dispose()
    }

    private func checkTime() {
        let now = options.scheduler.now
        let error: TransportError? = lock.withLock {
            nextCheck = nil
            timer = nil
            guard !inbox.hasEnded, let due = heldClock.due(now: now), due.at <= now else { return nil }
            return due.error
        }
        if let error { fail(error) } else { watchTime() }
    }

    private var heldClock: URLSessionClock {
        var clock = clock
        if case .receiving = clock.phase, inbox.isHeld { clock.phase = .held }
        return clock
    }
}
