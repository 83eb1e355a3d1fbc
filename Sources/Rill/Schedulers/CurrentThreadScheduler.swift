/// Runs work on the thread that schedules it: at once, or, from inside other such work, after that.
///
/// So what calls itself becomes a loop. Work with a delay blocks the thread until it is due, which suits scripts and
/// little else.
public struct CurrentThreadScheduler: Scheduler, CustomStringConvertible {
    /// The one there is.
    public static let shared = CurrentThreadScheduler()

    private init() {}

    /// `currentThread`, as it stands in the way of an error.
    public var description: String { "currentThread" }

    /// The time since a fixed moment of this process.
    public var now: Duration { ContinuousClock.now - Self.start }

    private static let start = ContinuousClock.now

    /// Runs work now, or after the work under way on this thread.
    ///
    /// - Parameter work: Called once, unless it is disposed first.
    /// - Returns: A handle that takes the work back if it has not begun.
    @discardableResult
    public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        let scope = Scope()
        Trampoline.run {
            if scope.stop() { work() }
        }
        return Disposable(scope)
    }

    /// Runs work after a delay and after the work under way on this thread; work that is due earlier goes first.
    ///
    /// - Parameters:
    ///   - delay: How long to wait from now.
    ///   - work: Called once, unless it is disposed first.
    /// - Returns: A handle that takes the work back if it has not begun.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        guard delay > .zero else { return schedule(work) }
        let scope = Scope()
        Trampoline.run(at: .now + min(delay, .seconds(Int64.max)), unless: scope) {
            if scope.stop() { work() }
        }
        return Disposable(scope)
    }
}
