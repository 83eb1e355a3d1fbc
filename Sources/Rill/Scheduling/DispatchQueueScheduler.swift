internal import Dispatch

/// The shared implementation of the Dispatch schedulers.
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
        // Uses a timer instead of `asyncAfter`, because canceling it releases the work immediately. Dispatch sources
        // are thread-safe, although the type is not declared `Sendable`.
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
    /// The equivalent Dispatch interval, rounded up to whole nanoseconds, and `.never` from about 292 years.
    var dispatchInterval: DispatchTimeInterval {
        guard self < .seconds(Int64.max) / 1_000_000_000 else { return .never }
        let (seconds, attoseconds) = max(self, .zero).components
        return .nanoseconds(Int(seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000))
    }
}
