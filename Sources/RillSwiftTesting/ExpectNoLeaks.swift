internal import RillTesting
public import Testing

/// Fails the test if a closure leaks subscriptions, timers, or requests, or causes errors that no handler receives.
///
/// - Parameters:
///   - sourceLocation: The source location at which failures are reported.
///   - work: The closure to watch with a ``/RillTesting/Ledger``.
/// - Returns: The result of `work`.
/// - Throws: The error that `work` throws.
@discardableResult
public func expectNoLeaks<Result>(
    sourceLocation: SourceLocation = #_sourceLocation, _ work: () throws -> Result
) rethrows -> Result {
    let ledger = Ledger()
    let result = try ledger.watch(work)
    report(ledger.leakReport, at: sourceLocation)
    return result
}

/// Fails the test if an asynchronous closure leaks subscriptions, timers, or requests, or causes errors that no handler
/// receives.
///
/// - Parameters:
///   - timeout: The maximum time to wait for subscriptions that end on real schedulers and transports after `work` has
///     returned. Defaults to zero, which does not wait.
///   - isolation: The actor that runs the work. Defaults to the caller's isolation.
///   - sourceLocation: The source location at which failures are reported.
///   - work: The closure to watch with a ``/RillTesting/Ledger``.
/// - Returns: The result of `work`.
/// - Throws: The error that `work` throws.
@discardableResult
public func expectNoLeaks<Result>(
    within timeout: Duration = .zero, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ work: () async throws -> Result
) async rethrows -> Result {
    let ledger = Ledger()
    let result = try await ledger.watch(work)
    if timeout > .zero { _ = await ledger.waitUntilClosed(timeout: timeout) }
    report(ledger.leakReport, at: sourceLocation)
    return result
}

/// A trait that fails a test if it leaks subscriptions, timers, or requests, or causes undelivered errors.
public struct LedgerTrait: TestTrait, SuiteTrait, TestScoping {
    /// Always `true`: the trait of a suite applies to each of its tests.
    public var isRecursive: Bool { true }

    /// Runs a test, and reports its leaks and undelivered errors.
    ///
    /// - Parameters:
    ///   - test: The test. Failures are reported at its source location.
    ///   - testCase: The test case, or `nil` for a suite.
    ///   - function: The closure that runs the test.
    /// - Throws: The error that the test throws.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await expectNoLeaks(sourceLocation: test.sourceLocation, function)
    }
}

extension Trait where Self == LedgerTrait {
    /// Fails each test that leaks subscriptions, timers, or requests, or causes undelivered errors.
    public static var ledger: LedgerTrait { LedgerTrait() }
}
