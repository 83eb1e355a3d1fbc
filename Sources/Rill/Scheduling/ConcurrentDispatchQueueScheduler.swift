public import Dispatch

/// A scheduler that runs work concurrently on a Dispatch queue.
///
/// The events of one subscription are still delivered one at a time, but on varying threads.
public struct ConcurrentDispatchQueueScheduler: Scheduler, CustomStringConvertible {
    private let base: DispatchQueueScheduler

    /// Creates a scheduler that uses a global queue.
    ///
    /// - Parameter qos: The quality-of-service class of the global queue. Defaults to `.default`.
    public init(qos: DispatchQoS.QoSClass = .default) {
        base = DispatchQueueScheduler.global[qos] ?? DispatchQueueScheduler(queue: .global(qos: qos))
    }

    /// Creates a scheduler that uses the given queue.
    ///
    /// - Parameter queue: The queue on which work runs. On a serial queue, work runs in order.
    public init(queue: DispatchQueue) {
        base = DispatchQueueScheduler(queue: queue)
    }

    /// The queue's label, which identifies the scheduler in error traces.
    public var description: String { base.queue.label }

    /// The time since the system started.
    public var now: Duration { base.now }

    /// Runs work on the queue.
    ///
    /// - Parameter work: The work to run. Runs once, unless it is canceled first.
    /// - Returns: A disposable that cancels the work if it has not started.
    @discardableResult
    public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        base.schedule(work)
    }

    /// Runs work on the queue after a delay.
    ///
    /// - Parameters:
    ///   - delay: The time to wait, from now.
    ///   - work: The work to run. Runs once, unless it is canceled first.
    /// - Returns: A disposable that cancels the work if it has not started.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        base.schedule(after: delay, work)
    }
}
