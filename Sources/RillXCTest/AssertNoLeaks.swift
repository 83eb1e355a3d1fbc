internal import RillTesting

/// Fails the test if a closure leaks subscriptions, timers, or requests, or causes errors that no handler receives.
///
/// - Parameters:
///   - file: The file in which failures are reported.
///   - line: The line on which failures are reported.
///   - work: The closure to watch with a ``/RillTesting/Ledger``.
/// - Returns: The result of `work`.
/// - Throws: The error that `work` throws.
@discardableResult
public func assertNoLeaks<Result>(
    file: StaticString = #filePath, line: UInt = #line, _ work: () throws -> Result
) rethrows -> Result {
    let ledger = Ledger()
    let result = try ledger.watch(work)
    report(ledger.leakReport, file: file, line: line)
    return result
}

/// Fails the test if an asynchronous closure leaks subscriptions, timers, or requests, or causes errors that no handler
/// receives.
///
/// - Parameters:
///   - timeout: The maximum time to wait for subscriptions that end on real schedulers and transports after `work` has
///     returned. Defaults to zero, which does not wait.
///   - isolation: The actor that runs the work. Defaults to the caller's isolation.
///   - file: The file in which failures are reported.
///   - line: The line on which failures are reported.
///   - work: The closure to watch with a ``/RillTesting/Ledger``.
/// - Returns: The result of `work`.
/// - Throws: The error that `work` throws.
@discardableResult
public func assertNoLeaks<Result>(
    within timeout: Duration = .zero, isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath,
    line: UInt = #line, _ work: () async throws -> Result
) async rethrows -> Result {
    let ledger = Ledger()
    let result = try await ledger.watch(work)
    if timeout > .zero { _ = await ledger.waitUntilClosed(timeout: timeout) }
    report(ledger.leakReport, file: file, line: line)
    return result
}
