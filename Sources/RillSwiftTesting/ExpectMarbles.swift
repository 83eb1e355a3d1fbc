public import RillTesting
public import Testing

/// Fails the test unless a recording matches a marble diagram.
///
/// - Parameters:
///   - recording: The recorded events.
///   - diagram: The expected events.
///   - values: The elements that the characters of the diagram represent. Defaults to the characters themselves if the
///     elements are strings.
///   - error: The error represented by `#`.
///   - sourceLocation: The source location at which failures are reported.
public func expectMarbles<Element: Equatable>(
    _ recording: Recording<Element>, _ diagram: String, values: [Character: Element] = [:],
    error: any Error = TestError(), sourceLocation: SourceLocation = #_sourceLocation
) {
    report(recording.difference(from: diagram, values: values, error: error), at: sourceLocation)
}

/// Fails the test unless the result of a timeline matches a marble diagram.
///
/// The failure contains the timeline as text. With Swift 6.2 or later, the image is attached as `timeline.svg`; the option
/// `--attachments-path` of `swift test` writes it to a folder.
///
/// - Parameters:
///   - timeline: The recorded events.
///   - diagram: The expected events.
///   - values: The elements that the characters of the diagram represent. Defaults to the characters themselves if the
///     elements are strings.
///   - error: The error represented by `#`.
///   - sourceLocation: The source location at which failures are reported.
public func expectMarbles<Element: Equatable>(
    _ timeline: Timeline<Element>, _ diagram: String, values: [Character: Element] = [:],
    error: any Error = TestError(), sourceLocation: SourceLocation = #_sourceLocation
) {
    guard let difference = timeline.difference(from: diagram, values: values, error: error) else { return }
    // Attachments are public API in Swift 6.2 and later.
    #if compiler(>=6.2)
        Attachment.record(timeline.svg, named: "timeline.svg", sourceLocation: sourceLocation)
    #endif
    report(difference, at: sourceLocation)
}

/// Fails the test unless the subscriptions to a source match the diagrams, one per subscription.
///
/// - Parameters:
///   - source: The source.
///   - diagrams: The expected subscriptions. Pass no diagrams to expect no subscriptions.
///   - sourceLocation: The source location at which failures are reported.
public func expectSubscriptions<Element>(
    _ source: TestableObservable<Element>, _ diagrams: String...,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    report(source.subscriptionDifference(from: diagrams), at: sourceLocation)
}

/// Fails the test unless the subscriptions to a source that can pause, including their pauses, match the diagrams, one
/// per subscription.
///
/// - Parameters:
///   - source: A source that `kit.cold(_:pauses: true)` created.
///   - diagrams: The expected subscriptions, for example `"^-[--]-!"`. Pass no diagrams to expect no subscriptions.
///   - sourceLocation: The source location at which failures are reported.
public func expectDemand<Element>(
    _ source: TestableObservable<Element>, _ diagrams: String...,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    report(source.demandDifference(from: diagrams), at: sourceLocation)
}

/// Fails the test unless the exchanges of a transport match the diagrams, one per exchange.
///
/// - Parameters:
///   - transport: A stub transport on the clock of the test.
///   - diagrams: The expected exchanges. Pass no diagrams to expect no requests.
///   - sourceLocation: The source location at which failures are reported.
public func expectExchanges(
    _ transport: some ExchangeRecorder, _ diagrams: String..., sourceLocation: SourceLocation = #_sourceLocation
) {
    report(transport.exchangeDifference(from: diagrams), at: sourceLocation)
}

/// Records an issue with a text, unless the text is `nil`.
func report(_ text: String?, at sourceLocation: SourceLocation) {
    if let text { Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation) }
}
