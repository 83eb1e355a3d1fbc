public import RillTesting
public import Testing

/// Fails the test unless a closure passes in all orders in which its schedulers can run their work.
///
///     @Test func disposalStopsDelivery() {
///         expectInterleavings { order in
///             let (network, ui) = (order.scheduler("network"), order.scheduler("ui"))
///             …
///             try order.run()
///             order.expect(received.values.isEmpty)
///         }
///     }
///
/// - Parameters:
///   - interleavings: The orders to run. Defaults to up to 10,000.
///   - sourceLocation: The source location at which failures are reported.
///   - body: A closure that creates the streams, performs steps, runs them, and checks the result with the expectations of
///     the ``/RillTesting/Interleaving``.
/// - Returns: The number of orders, and whether they are all there are.
@discardableResult
public func expectInterleavings(
    _ interleavings: Interleavings = Interleavings(), sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (Interleaving) throws -> Void
) -> Interleavings.Report {
    let report = interleavings.run(body)
    if let failure = report.failure {
        Issue.record(Comment(rawValue: "\(failure)"), sourceLocation: sourceLocation)
    }
    return report
}
