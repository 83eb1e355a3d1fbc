internal import RillTesting
public import Testing

/// Fails the test if a piece of work leaves anything open: subscriptions, timers, requests, errors that nobody took.
///
/// - Parameters:
///   - sourceLocation: Where a failure points to.
///   - work: What to watch, with a ``RillTesting/Ledger``.
/// - Returns: What `work` returns.
/// - Throws: What `work` throws.
@discardableResult
public func expectNoLooseEnds<Result>(
    sourceLocation: SourceLocation = #_sourceLocation, _ work: () throws -> Result
) rethrows -> Result {
    let ledger = Ledger()
    let result = try ledger.watch(work)
    ledger.recordLooseEnds(at: sourceLocation)
    return result
}

/// Fails the test if a piece of asynchronous work leaves anything open.
///
/// - Parameters:
///   - isolation: Where the work runs: that of the caller.
///   - sourceLocation: Where a failure points to.
///   - work: What to watch, with a ``RillTesting/Ledger``.
/// - Returns: What `work` returns.
/// - Throws: What `work` throws.
@discardableResult
public func expectNoLooseEnds<Result>(
    isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
    _ work: () async throws -> Result
) async rethrows -> Result {
    let ledger = Ledger()
    let result = try await ledger.watch(work)
    ledger.recordLooseEnds(at: sourceLocation)
    return result
}

/// Fails each test that leaves anything open.
public struct LedgerTrait: TestTrait, SuiteTrait, TestScoping {
    /// Whether the tests in a suite are watched one by one: they are.
    public var isRecursive: Bool { true }

    /// Watches one test.
    ///
    /// - Parameters:
    ///   - test: The test, whose place a failure points to.
    ///   - testCase: The test with its arguments; nil for a suite.
    ///   - function: Runs it.
    /// - Throws: What the test throws.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await expectNoLooseEnds(sourceLocation: test.sourceLocation, function)
    }
}

extension Trait where Self == LedgerTrait {
    /// Fails each test that leaves a subscription, a timer or a request open, or an error that nobody took.
    public static var ledger: LedgerTrait { LedgerTrait() }
}

extension Ledger {
    fileprivate func recordLooseEnds(at sourceLocation: SourceLocation) {
        if let looseEnds { Issue.record(Comment(rawValue: looseEnds), sourceLocation: sourceLocation) }
    }
}
