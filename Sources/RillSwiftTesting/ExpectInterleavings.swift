public import RillTesting
public import Testing

/// Fails the test unless a closure passes in all orders in which its schedulers can run their work.
///
///     @Test func disposalStopsDelivery() {
///         expectInterleavings { order in
///             let (network, ui) = (order.scheduler("network"), order.scheduler("ui"))
///             let (source, received) = (PublishSubject<Int>(), Recorder<Int>())
///             let subscription = received.record(source.observeOn(ui))
///             order.perform(on: network) { source.onNext(1) }
///             order.perform(on: order.scheduler("caller")) { subscription.dispose() }
///             try order.run()
///             #expect(received.values.count < 2)
///         }
///     }
///
/// An order fails if the closure throws, or if an expectation fails: an expectation of the
/// ``/RillTesting/Interleaving`` or `#expect`. The issues that a failed order records are listed as known issues, and
/// one issue at the calling line reports the failure.
///
/// - Parameters:
///   - interleavings: The orders to run. Defaults to at most 10,000 orders.
///   - sourceLocation: The source location at which failures are reported.
///   - body: A closure that creates the streams, performs steps, runs them, and checks the result.
/// - Returns: The number of orders that ran, and whether they were all possible orders.
@discardableResult
public func expectInterleavings(
    _ interleavings: Interleavings = Interleavings(), sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (Interleaving) throws -> Void
) -> Interleavings.Report {
    let report = interleavings.run { order in
        try withKnownIssue(isIntermittent: true) {
            try body(order)
        } matching: { issue in
            let location = issue.sourceLocation.map { " (\($0.fileID):\($0.line))" } ?? ""
            order.fail("\(issue)\(location)")
            return true
        }
    }
    if let failure = report.failure {
        Issue.record(Comment(rawValue: "\(failure)"), sourceLocation: sourceLocation)
    }
    return report
}
