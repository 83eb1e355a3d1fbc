/// A scheduler that runs work synchronously on the calling thread and ignores delays.
///
/// Delayed work also runs immediately. Nested work runs inside the work that schedules it; to run it afterward instead,
/// use ``CurrentThreadScheduler``.
public struct ImmediateScheduler: Scheduler, CustomStringConvertible {
    /// The shared instance.
    public static let shared = ImmediateScheduler()

    private init() {}

    /// `immediate`, which identifies the scheduler in error traces.
    public var description: String { "immediate" }

    /// Always zero, because this scheduler has no clock.
    public var now: Duration { .zero }

    /// Runs work synchronously.
    ///
    /// - Parameter work: The work to run. Runs once.
    /// - Returns: A disposable that does nothing, because the work has already run.
    @discardableResult
    public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        work()
        return .none
    }

    /// Runs work synchronously, regardless of the delay.
    ///
    /// - Parameters:
    ///   - delay: Ignored.
    ///   - work: The work to run. Runs once.
    /// - Returns: A disposable that does nothing, because the work has already run.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        schedule(work)
    }
}
