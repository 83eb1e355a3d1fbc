public import Dispatch

/// A scheduler that runs work serially on a Dispatch queue.
public struct SerialDispatchQueueScheduler: Scheduler, CustomStringConvertible {
    private let base: DispatchQueueScheduler

    /// Creates a scheduler with its own serial queue.
    ///
    /// - Parameters:
    ///   - label: The label of the queue, for debugging. Defaults to `rill.serial`.
    ///   - qos: The quality of service. Defaults to unspecified.
    public init(label: String = "rill.serial", qos: DispatchQoS = .unspecified) {
        self.init(serial: DispatchQueue(label: label, qos: qos))
    }

    /// Creates a scheduler that uses the given queue.
    ///
    /// Work runs on a new serial queue that targets the given queue, so the given queue may be concurrent.
    ///
    /// - Parameter queue: The target queue.
    public init(queue: DispatchQueue) {
        self.init(serial: DispatchQueue(label: queue.label, target: queue))
    }

    private init(serial queue: DispatchQueue) {
        identity = Identity()
        queue.setSpecific(key: Self.key, value: identity)
        base = DispatchQueueScheduler(queue: queue)
    }

    /// Whether the caller is running on this scheduler's queue.
    var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) === identity }

    private final class Identity: Sendable {}
    private let identity: Identity
    private static let key = DispatchSpecificKey<Identity>()

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
