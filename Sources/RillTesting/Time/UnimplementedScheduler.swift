public import Rill

/// A scheduler that reports every use, for code that must not schedule work or read the time.
///
///     let scheduler = UnimplementedScheduler { Issue.record("\($0)") }     // in XCTest: XCTFail($0)
///     let name = cached.catch { _ in slow.delay(.seconds(1), scheduler: scheduler) }     // fails if the cache does
///
/// Scheduled work is reported and dropped; it never runs. Operators that measure time, such as `timeout` and `retry`
/// with a policy, use their scheduler as soon as they are subscribed to.
public struct UnimplementedScheduler: Scheduler, CustomStringConvertible {
    private let onUse: @Sendable (String) -> Void

    /// Creates a scheduler that reports its use.
    ///
    /// - Parameter onUse: A closure that receives a message for each use and fails the test.
    public init(onUse: @escaping @Sendable (String) -> Void) {
        self.onUse = onUse
    }

    /// The name of the scheduler in error traces: `unimplemented`.
    public var description: String { "unimplemented" }

    /// Reports that the time was read.
    public var now: Duration {
        onUse("UnimplementedScheduler: now was read, but the test does not expect it")
        return .zero
    }

    /// Reports that work was scheduled.
    ///
    /// - Parameter work: The work, which is dropped.
    /// - Returns: A disposable that has no effect.
    @discardableResult
    public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        onUse("UnimplementedScheduler: schedule(_:) was called, but the test does not expect it")
        return .none
    }

    /// Reports that work was scheduled with a delay.
    ///
    /// - Parameters:
    ///   - delay: The delay, which the message includes.
    ///   - work: The work, which is dropped.
    /// - Returns: A disposable that has no effect.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        onUse(
            "UnimplementedScheduler: schedule(after: \(delay)) was called, but the test does not expect it")
        return .none
    }
}
