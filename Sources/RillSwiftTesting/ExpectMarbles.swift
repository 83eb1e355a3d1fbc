public import RillTesting
public import Testing

/// Fails the test unless a recording is what the diagram says.
///
/// - Parameters:
///   - recording: What came.
///   - diagram: What is expected.
///   - values: What the characters of the diagram stand for.
///   - error: What `#` stands for.
///   - sourceLocation: Where a failure points to.
public func expectMarbles<Element: Equatable>(
    _ recording: Recording<Element>, _ diagram: String, values: [Character: Element] = [:],
    error: any Error = TestError(), sourceLocation: SourceLocation = #_sourceLocation
) {
    if let difference = recording.difference(from: diagram, values: values, error: error) {
        Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
    }
}

/// Fails the test unless a recording of strings is what the diagram says, in which each character is a value as it stands.
///
/// - Parameters:
///   - recording: What came.
///   - diagram: What is expected.
///   - error: What `#` stands for.
///   - sourceLocation: Where a failure points to.
public func expectMarbles(
    _ recording: Recording<String>, _ diagram: String,
    error: any Error = TestError(), sourceLocation: SourceLocation = #_sourceLocation
) {
    if let difference = recording.difference(from: diagram, error: error) {
        Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
    }
}

/// Fails the test unless the subscriptions to a source are what the diagrams say, one for each.
///
/// - Parameters:
///   - source: The source.
///   - diagrams: What is expected; none for no subscription.
///   - sourceLocation: Where a failure points to.
public func expectSubscriptions<Element>(
    _ source: TestableObservable<Element>, _ diagrams: String...,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    if let difference = source.subscriptionDifference(from: diagrams) {
        Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
    }
}
