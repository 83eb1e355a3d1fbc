extension Scheduler {
    /// Traps if `wait(timeout:)` blocks the queue of this scheduler, because its work could never run.
    @usableFromInline
    func checkThatItIsNotBlocked() {
        let blocked = ThreadLocal.blockedQueues
        guard blocked != .none else { return }
        let isBlocked =
            if let serial = self as? SerialDispatchQueueScheduler {
                serial.isCurrent
            } else {
                self is MainScheduler && blocked == .currentAndMain
            }
        precondition(
            !isBlocked,
            "deadlock: wait(timeout:) blocks the queue that delivers the events. Call it on another queue, or use await"
        )
    }
}
