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
    if let difference = recording.difference(from: diagram, values: values, error: error) {
        Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
    }
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
    if let difference = timeline.difference(from: diagram, values: values, error: error) {
        timeline.record(difference, at: sourceLocation)
    }
}

extension Timeline {
    /// Records a failure and attaches the image.
    fileprivate func record(_ difference: String, at sourceLocation: SourceLocation) {
        // Attachments are public API in Swift 6.2 and later.
        #if compiler(>=6.2)
            Attachment.record(svg, named: "timeline.svg", sourceLocation: sourceLocation)
        #endif
        Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
    }
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
    if let difference = source.subscriptionDifference(from: diagrams) {
        Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
    }
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
    if let difference = source.demandDifference(from: diagrams) {
        Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
    }
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
    if let difference = transport.exchangeDifference(from: diagrams) {
        Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
    }
}
