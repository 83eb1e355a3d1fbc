internal import RillTesting
internal import XCTest

/// Fails the test if a piece of work leaves anything open: subscriptions, timers, requests, errors that nobody took.
///
/// - Parameters:
///   - file: Where a failure points to.
///   - line: The line there.
///   - work: What to watch, with a ``RillTesting/Ledger``.
/// - Returns: What `work` returns.
/// - Throws: What `work` throws.
@discardableResult
public func assertNoLooseEnds<Result>(
    file: StaticString = #filePath, line: UInt = #line, _ work: () throws -> Result
) rethrows -> Result {
    let ledger = Ledger()
    let result = try ledger.watch(work)
    if let looseEnds = ledger.looseEnds { XCTFail(looseEnds, file: file, line: line) }
    return result
}

/// Fails the test if a piece of asynchronous work leaves anything open.
///
/// - Parameters:
///   - isolation: Where the work runs: that of the caller.
///   - file: Where a failure points to.
///   - line: The line there.
///   - work: What to watch, with a ``RillTesting/Ledger``.
/// - Returns: What `work` returns.
/// - Throws: What `work` throws.
@discardableResult
public func assertNoLooseEnds<Result>(
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath, line: UInt = #line,
    _ work: () async throws -> Result
) async rethrows -> Result {
    let ledger = Ledger()
    let result = try await ledger.watch(work)
    if let looseEnds = ledger.looseEnds { XCTFail(looseEnds, file: file, line: line) }
    return result
}
