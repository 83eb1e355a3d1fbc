extension Scheduler {
    /// Traps if work for this scheduler could never run, because the queue it is for is blocked by `wait(timeout:)`.
    @usableFromInline
    func checkThatItIsNotBlocked() {
        let waiting = ThreadLocal.waiting
        guard waiting != .nothing else { return }
        let isBlocked =
            if let serial = self as? SerialDispatchQueueScheduler {
                serial.isCurrent
            } else {
                self is MainScheduler && waiting == .itsOwnAndTheMainQueue
            }
        precondition(
            !isBlocked,
            "wait(timeout:) was called on the queue that would deliver the events, and would wait for itself: call it elsewhere, or use await"
        )
    }
}
