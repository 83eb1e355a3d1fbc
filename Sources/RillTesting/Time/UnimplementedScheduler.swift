public import Rill

/// A scheduler that must not be used: stands where a test says that nothing waits and nothing changes threads.
///
///     let scheduler = UnimplementedScheduler { Issue.record("\($0)") }     // in XCTest: XCTFail($0)
///     let name = cached.catch { _ in slow.delay(.seconds(1), scheduler: scheduler) }     // fails if the cache does
///
/// Work that is scheduled all the same is reported, dropped and never runs. Operators that measure time, such as `timeout`
/// and `retry` by a policy, use their scheduler as soon as they are subscribed to.
public struct UnimplementedScheduler: Scheduler, CustomStringConvertible {
    private let onUse: @Sendable (String) -> Void

    /// Makes a scheduler that reports its use.
    ///
    /// - Parameter onUse: Takes a sentence for each use, to fail the test with.
    public init(onUse: @escaping @Sendable (String) -> Void) {
        self.onUse = onUse
    }

    /// `unimplemented`, as it stands in the way of an error.
    public var description: String { "unimplemented" }

    /// Reports that the time was asked for.
    public var now: Duration {
        onUse("the unimplemented scheduler was asked for the time: this test expects that nothing waits")
        return .zero
    }

    /// Reports that work was scheduled.
    ///
    /// - Parameter work: Dropped.
    /// - Returns: A handle on nothing.
    @discardableResult
    public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        onUse("the unimplemented scheduler was given work: this test expects that none is scheduled")
        return .none
    }

    /// Reports that work was scheduled.
    ///
    /// - Parameters:
    ///   - delay: Told in the report.
    ///   - work: Dropped.
    /// - Returns: A handle on nothing.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        onUse(
            "the unimplemented scheduler was given work to do after \(delay): this test expects that none is scheduled")
        return .none
    }
}
