public import RillTesting
internal import XCTest

/// Fails the test unless a closure passes in all orders in which its schedulers can run their work.
///
/// - Parameters:
///   - interleavings: The orders to run. Defaults to at most 10,000 orders.
///   - file: The file in which failures are reported.
///   - line: The line on which failures are reported.
///   - body: A closure that creates the streams, performs steps, runs them, and checks the result with the `expect`
///     methods of ``/RillTesting/Interleaving``.
/// - Returns: The number of orders that ran, and whether they were all possible orders.
@discardableResult
public func assertInterleavings(
    _ interleavings: Interleavings = Interleavings(), file: StaticString = #filePath, line: UInt = #line,
    _ body: (Interleaving) throws -> Void
) -> Interleavings.Report {
    let report = interleavings.run(body)
    if let failure = report.failure { XCTFail("\(failure)", file: file, line: line) }
    return report
}
