internal import Dispatch

/// What the Dispatch schedulers have in common: a queue and its clock.
struct DispatchQueueScheduler: Sendable {
    let queue: DispatchQueue

    var now: Duration {
        .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds))
    }

    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        let scope = Scope()
        queue.async {
            if scope.stop() { work() }
        }
        return Disposable(scope)
    }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        guard delay > .zero else { return schedule(work) }
        // A timer of its own, not `asyncAfter`: cancelling it releases the work at once. Dispatch guards it itself, though
        // its type does not say so.
        nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: queue)
        let scope = Scope { timer.cancel() }
        timer.setEventHandler {
            if scope.stop() { work() }
        }
        timer.schedule(deadline: .now() + delay.dispatchInterval, leeway: .nanoseconds(0))
        timer.activate()
        return Disposable(scope)
    }
}

extension Duration {
    /// The same length for Dispatch, rounded up to whole nanoseconds; about 292 years at most.
    var dispatchInterval: DispatchTimeInterval {
        guard self < .seconds(Int64.max) / 1_000_000_000 else { return .never }
        let (seconds, attoseconds) = max(self, .zero).components
        return .nanoseconds(Int(seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000))
    }
}
