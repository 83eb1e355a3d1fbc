extension Scheduler {
    /// Traps if work for this scheduler could never run, because the queue it is for is blocked by `wait(timeout:)`.
    @usableFromInline
    func checkThatItIsNotBlocked() {
        guard ThreadLocal.isWaiting, let serial = self as? SerialDispatchQueueScheduler, serial.isCurrent else {
            return
        }
        preconditionFailure(
            "wait(timeout:) was called on the queue that would deliver the events: it would wait for itself for ever; call it elsewhere"
        )
    }
}
