public import Dispatch

/// Runs work on a concurrent Dispatch queue, several pieces at a time.
///
/// The events of one subscription still come one at a time, on varying threads.
public struct ConcurrentDispatchQueueScheduler: Scheduler, CustomStringConvertible {
    private let base: DispatchQueueScheduler

    /// Makes a scheduler over the system's queue of an urgency.
    ///
    /// - Parameter qos: How urgent its work is.
    public init(qos: DispatchQoS.QoSClass = .default) {
        base = DispatchQueueScheduler(queue: .global(qos: qos))
    }

    /// Makes a scheduler over a queue.
    ///
    /// - Parameter queue: Where the work runs; a serial one runs it in order.
    public init(queue: DispatchQueue) {
        base = DispatchQueueScheduler(queue: queue)
    }

    /// The label of the queue, as it stands in the way of an error.
    public var description: String { base.queue.label }

    /// The time since the machine started.
    public var now: Duration { base.now }

    /// Runs work on the queue.
    ///
    /// - Parameter work: Called once, unless it is disposed first.
    /// - Returns: A handle that takes the work back if it has not begun.
    @discardableResult
    public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        base.schedule(work)
    }

    /// Runs work on the queue, later.
    ///
    /// - Parameters:
    ///   - delay: How long to wait from now.
    ///   - work: Called once, unless it is disposed first.
    /// - Returns: A handle that takes the work back if it has not begun.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        base.schedule(after: delay, work)
    }
}
