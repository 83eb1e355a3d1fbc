/// A scheduler that runs work on the calling thread: immediately or, from within other scheduled work, after that work.
///
/// Recursive scheduling therefore becomes a loop. Delayed work blocks the thread until it is due, which is rarely
/// acceptable outside of scripts.
public struct CurrentThreadScheduler: Scheduler, CustomStringConvertible {
    /// The shared instance.
    public static let shared = CurrentThreadScheduler()

    private init() {}

    /// `currentThread`, which identifies the scheduler in error traces.
    public var description: String { "currentThread" }

    /// The time since a fixed instant in the lifetime of this process.
    public var now: Duration { ContinuousClock.now - Self.start }

    private static let start = ContinuousClock.now

    /// Runs work immediately or, from within other work on this thread, after that work.
    ///
    /// - Parameter work: The work to run. Runs once, unless it is canceled first.
    /// - Returns: A disposable that cancels the work if it has not started.
    @discardableResult
    public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        let scope = Scope()
        Trampoline.run(scope.cancelable(work))
        return Disposable(scope)
    }

    /// Runs work on this thread after a delay, and after any work that is running or due earlier.
    ///
    /// - Parameters:
    ///   - delay: The time to wait, from now.
    ///   - work: The work to run. Runs once, unless it is canceled first.
    /// - Returns: A disposable that cancels the work if it has not started.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        guard delay > .zero else { return schedule(work) }
        let scope = Scope()
        Trampoline.run(at: .now + min(delay, .longest), unless: scope, scope.cancelable(work))
        return Disposable(scope)
    }
}
