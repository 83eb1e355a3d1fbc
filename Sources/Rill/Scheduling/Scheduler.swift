/// A type that runs work, immediately or after a delay, and provides the current time.
///
/// Every operator that involves time or a change of thread takes a scheduler, so that tests can use virtual time. Work
/// items with the same due time run in the order in which they were scheduled.
public protocol Scheduler: Sendable {
    /// The time since an instant chosen by the scheduler. The time never decreases.
    var now: Duration { get }

    /// Runs work as soon as possible.
    ///
    /// - Parameter work: The work to run. Runs once, unless it is canceled first.
    /// - Returns: A disposable that cancels the work if it has not started.
    @discardableResult
    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable

    /// Runs work after a delay.
    ///
    /// - Parameters:
    ///   - delay: The delay from now. A delay of zero or less runs the work as soon as possible.
    ///   - work: The work to run. Runs once, unless it is canceled first.
    /// - Returns: A disposable that cancels the work if it has not started.
    @discardableResult
    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable
}
