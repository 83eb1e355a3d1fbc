public import RillTesting
internal import XCTest

/// Fails the test unless a recording matches a marble diagram.
///
/// - Parameters:
///   - recording: The recorded events.
///   - diagram: The expected events.
///   - values: The elements that the characters of the diagram represent. Defaults to the characters themselves if the
///     elements are strings.
///   - error: The error represented by `#`.
///   - file: The file in which failures are reported.
///   - line: The line on which failures are reported.
public func assertMarbles<Element: Equatable>(
    _ recording: Recording<Element>, _ diagram: String, values: [Character: Element] = [:],
    error: any Error = TestError(), file: StaticString = #filePath, line: UInt = #line
) {
    report(recording.difference(from: diagram, values: values, error: error), file: file, line: line)
}

/// Fails the test unless the result of a timeline matches a marble diagram.
///
/// The failure contains the timeline as text.
///
/// - Parameters:
///   - timeline: The recorded events.
///   - diagram: The expected events.
///   - values: The elements that the characters of the diagram represent. Defaults to the characters themselves if the
///     elements are strings.
///   - error: The error represented by `#`.
///   - file: The file in which failures are reported.
///   - line: The line on which failures are reported.
public func assertMarbles<Element: Equatable>(
    _ timeline: Timeline<Element>, _ diagram: String, values: [Character: Element] = [:],
    error: any Error = TestError(), file: StaticString = #filePath, line: UInt = #line
) {
    report(timeline.difference(from: diagram, values: values, error: error), file: file, line: line)
}

/// Fails the test unless the subscriptions to a source match the diagrams, one per subscription.
///
/// - Parameters:
///   - source: The source.
///   - diagrams: The expected subscriptions. Pass no diagrams to expect no subscriptions.
///   - file: The file in which failures are reported.
///   - line: The line on which failures are reported.
public func assertSubscriptions<Element>(
    _ source: TestableObservable<Element>, _ diagrams: String...,
    file: StaticString = #filePath, line: UInt = #line
) {
    report(source.subscriptionDifference(from: diagrams), file: file, line: line)
}

/// Fails the test unless the subscriptions to a source that can pause, including their pauses, match the diagrams, one
/// per subscription.
///
/// - Parameters:
///   - source: A source that `kit.cold(_:pauses: true)` created.
///   - diagrams: The expected subscriptions, for example `"^-[--]-!"`. Pass no diagrams to expect no subscriptions.
///   - file: The file in which failures are reported.
///   - line: The line on which failures are reported.
public func assertDemand<Element>(
    _ source: TestableObservable<Element>, _ diagrams: String...,
    file: StaticString = #filePath, line: UInt = #line
) {
    report(source.demandDifference(from: diagrams), file: file, line: line)
}

/// Fails the test unless the exchanges of a transport match the diagrams, one per exchange.
///
/// - Parameters:
///   - transport: A stub transport on the clock of the test.
///   - diagrams: The expected exchanges. Pass no diagrams to expect no requests.
///   - file: The file in which failures are reported.
///   - line: The line on which failures are reported.
public func assertExchanges(
    _ transport: some ExchangeRecorder, _ diagrams: String..., file: StaticString = #filePath, line: UInt = #line
) {
    report(transport.exchangeDifference(from: diagrams), file: file, line: line)
}

/// Fails the test with a text, unless the text is `nil`.
func report(_ text: String?, file: StaticString, line: UInt) {
    if let text { XCTFail(text, file: file, line: line) }
}
