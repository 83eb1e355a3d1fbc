internal import Dispatch

/// Runs work on the main queue, always after the work under way, also when it is scheduled from there.
///
/// The main queue runs only while the main thread serves it: in an app always, in a script inside `dispatchMain()`, a run
/// loop, a suspended top-level `await`, or ``ObservableConvertible/wait(timeout:file:line:)``.
public struct MainScheduler: Scheduler, CustomStringConvertible {
    /// The one there is.
    public static let shared = MainScheduler()

    private let base = DispatchQueueScheduler(queue: .main)

    private init() {}

    /// `main`, as it stands in the way of an error.
    public var description: String { "main" }

    /// The time since the machine started.
    public var now: Duration { base.now }

    /// Runs work on the main queue.
    ///
    /// - Parameter work: Called once, unless it is disposed first.
    /// - Returns: A handle that takes the work back if it has not begun.
    @discardableResult
    public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        base.schedule(work)
    }

    /// Runs work on the main queue, later.
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
