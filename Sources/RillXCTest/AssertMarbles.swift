public import RillTesting
internal import XCTest

/// Fails the test unless a recording is what the diagram says.
///
/// - Parameters:
///   - recording: What came.
///   - diagram: What is expected.
///   - values: What the characters of the diagram stand for.
///   - error: What `#` stands for.
///   - file: Where a failure points to.
///   - line: The line there.
public func assertMarbles<Element: Equatable>(
    _ recording: Recording<Element>, _ diagram: String, values: [Character: Element] = [:],
    error: any Error = TestError(), file: StaticString = #filePath, line: UInt = #line
) {
    if let difference = recording.difference(from: diagram, values: values, error: error) {
        XCTFail(difference, file: file, line: line)
    }
}

/// Fails the test unless a recording of strings is what the diagram says, in which each character is a value as it stands.
///
/// - Parameters:
///   - recording: What came.
///   - diagram: What is expected.
///   - error: What `#` stands for.
///   - file: Where a failure points to.
///   - line: The line there.
public func assertMarbles(
    _ recording: Recording<String>, _ diagram: String,
    error: any Error = TestError(), file: StaticString = #filePath, line: UInt = #line
) {
    if let difference = recording.difference(from: diagram, error: error) {
        XCTFail(difference, file: file, line: line)
    }
}

/// Fails the test unless the subscriptions to a source are what the diagrams say, one for each.
///
/// - Parameters:
///   - source: The source.
///   - diagrams: What is expected; none for no subscription.
///   - file: Where a failure points to.
///   - line: The line there.
public func assertSubscriptions<Element>(
    _ source: TestableObservable<Element>, _ diagrams: String...,
    file: StaticString = #filePath, line: UInt = #line
) {
    if let difference = source.subscriptionDifference(from: diagrams) {
        XCTFail(difference, file: file, line: line)
    }
}
