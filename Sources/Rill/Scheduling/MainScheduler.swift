internal import Dispatch

/// A scheduler that runs work asynchronously on the main queue, even if the caller is already on the main queue.
///
/// The main thread must service the main queue. In an app, this is always the case. In a script, call `dispatchMain()`,
/// run a run loop, suspend at a top-level `await`, or call ``ObservableConvertible/wait(timeout:file:line:)``.
public struct MainScheduler: Scheduler, CustomStringConvertible {
    /// The shared instance.
    public static let shared = MainScheduler()

    private let base = DispatchQueueScheduler(queue: .main)

    private init() {}

    /// `main`, which identifies the scheduler in error traces.
    public var description: String { "main" }

    /// The time since the system started.
    public var now: Duration { base.now }

    /// Runs work on the main queue.
    ///
    /// - Parameter work: The work to run. Runs once, unless it is canceled first.
    /// - Returns: A disposable that cancels the work if it has not started.
    @discardableResult
    public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        base.schedule(work)
    }

    /// Runs work on the main queue after a delay.
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
