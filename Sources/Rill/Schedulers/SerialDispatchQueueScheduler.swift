public import Dispatch

/// Runs work on a serial Dispatch queue, one piece after the other.
public struct SerialDispatchQueueScheduler: Scheduler, CustomStringConvertible {
    private let base: DispatchQueueScheduler

    /// Makes a scheduler with a queue of its own.
    ///
    /// - Parameters:
    ///   - label: The queue's name in a debugger.
    ///   - qos: How urgent its work is.
    public init(label: String = "rill.serial", qos: DispatchQoS = .unspecified) {
        self.init(serial: DispatchQueue(label: label, qos: qos))
    }

    /// Makes a scheduler over a queue.
    ///
    /// If it is a concurrent one, a serial queue that targets it does the work.
    ///
    /// - Parameter queue: Where the work runs.
    public init(queue: DispatchQueue) {
        self.init(serial: DispatchQueue(label: queue.label, target: queue))
    }

    private init(serial queue: DispatchQueue) {
        identity = Identity()
        queue.setSpecific(key: Self.key, value: identity)
        base = DispatchQueueScheduler(queue: queue)
    }

    /// Whether the caller runs on this scheduler's queue.
    var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) === identity }

    private final class Identity: Sendable {}
    private let identity: Identity
    private static let key = DispatchSpecificKey<Identity>()

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
