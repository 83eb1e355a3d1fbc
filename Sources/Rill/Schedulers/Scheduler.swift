/// Who runs work, and what time it is: the one door through which time and threads come into a stream.
///
/// Everything that waits takes a scheduler, so that a test can put virtual time in its place. Work that is due at the same
/// time runs in the order in which it was scheduled.
public protocol Scheduler: Sendable {
    /// The time that has passed since a moment that the scheduler fixes; never goes back.
    var now: Duration { get }

    /// Runs work soon.
    ///
    /// - Parameter work: Called once, unless it is disposed first.
    /// - Returns: A handle that takes the work back if it has not begun.
    @discardableResult
    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable

    /// Runs work later.
    ///
    /// - Parameters:
    ///   - delay: How long to wait from now; zero or less means soon.
    ///   - work: Called once, unless it is disposed first.
    /// - Returns: A handle that takes the work back if it has not begun.
    @discardableResult
    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable
}
