/// Runs work at once, on the thread that schedules it, and lets no time pass.
///
/// Delays count for nothing: work that should run in an hour runs now. Work scheduled from inside other work runs inside
/// it; where it should wait its turn, take ``CurrentThreadScheduler``.
public struct ImmediateScheduler: Scheduler, CustomStringConvertible {
    /// The one there is.
    public static let shared = ImmediateScheduler()

    private init() {}

    /// `immediate`, as it stands in the way of an error.
    public var description: String { "immediate" }

    /// Always zero: no time passes here.
    public var now: Duration { .zero }

    /// Runs work before it returns.
    ///
    /// - Parameter work: Called once.
    /// - Returns: A handle on nothing, as the work is done.
    @discardableResult
    public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        work()
        return .none
    }

    /// Runs work before it returns, whatever the delay.
    ///
    /// - Parameters:
    ///   - delay: Not waited for.
    ///   - work: Called once.
    /// - Returns: A handle on nothing, as the work is done.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        schedule(work)
    }
}
