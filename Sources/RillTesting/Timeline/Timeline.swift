internal import Rill

/// The events of a stream and of the checkpoints in it, in virtual time: the result of `kit.timeline { … }`.
///
///     print(kit.timeline { source.checkpoint("typed").debounce(.seconds(2), scheduler: kit.scheduler) })
///
///     tick    0123456789
///     typed   -ab--c---|
///     result  ----b--c-|
public struct Timeline<Element: Sendable>: Sendable {
    /// The events that the subscriber received.
    public let recording: Recording<Element>

    private let log: TimelineInstrument.Log

    init(_ recording: Recording<Element>, _ log: TimelineInstrument.Log) {
        self.recording = recording
        self.log = log
    }

    /// The timeline as an SVG image that follows the viewer's light or dark appearance.
    ///
    /// If the timeline is too large or has events between ticks, the image shows its text.
    public var svg: String { svg(.automatic) }

    /// Returns the timeline as an SVG image.
    ///
    /// - Parameter appearance: The colors.
    package func svg(_ appearance: MarbleImage.Appearance) -> String {
        let notes = recording.notes
        guard let drawing = TimelineDrawing(log) else { return MarbleImage.svg([], notes: list + notes, appearance) }
        return MarbleImage.svg(drawing.imageRows, notes: drawing.legend + notes, ruler: drawing.length, appearance)
    }

    /// The subscription, the events, and the disposal as text, one per line.
    private var list: [String] {
        guard let subscribed = log.subscribed else { return ["no subscription"] }
        let maximumCount = 100
        let labels = TimelineLane.labels(of: log.lanes)
        var lines = ["\(subscribed): subscribed"]
        lines += log.events.prefix(maximumCount).map { event in
            "\(event.record.time): \(labels[event.lane, default: ""]) \(describe(event: event.record.event))"
        }
        let omitted = log.events.count - maximumCount
        if omitted > 0 { lines.append("(\(omitted) more events)") }
        if let disposed = log.disposed { lines.append("\(disposed): disposed") }
        return lines
    }
}

extension Timeline: CustomStringConvertible {
    /// The timeline as marble diagrams, one for each checkpoint and one for the result, followed by a legend.
    ///
    /// A `retry` row contains the number of each failed attempt. A buffer's row contains the number of buffered events
    /// whenever the buffer pauses or resumes its source. A number above 9 is drawn as a letter, which the legend
    /// explains. `!` marks the disposal of the subscription. Rows with equal names are numbered. A timeline with more
    /// than 100 ticks or rows, more elements than letters, or events between ticks is printed as a list, one event per
    /// line, with up to 100 events.
    public var description: String { text() }

    /// Returns the same text as ``description``.
    ///
    /// - Parameter names: The characters that represent elements. Defaults to none. Elements without a character are
    ///   assigned one.
    private func text(names: [(character: Character, value: any Sendable)] = []) -> String {
        ((TimelineDrawing(log, names: names)?.lines ?? list) + recording.notes).joined(separator: "\n")
    }
}

extension Timeline where Element: Equatable {
    /// Compares the result with a diagram.
    ///
    /// - Parameters:
    ///   - diagram: The expected events.
    ///   - values: The elements that the characters of the diagram represent. Defaults to the characters themselves if the
    ///     elements are strings.
    ///   - error: The error represented by `#`.
    /// - Returns: A failure message with the timeline, or `nil` if there is no difference.
    public func difference(
        from diagram: String, values: [Character: Element] = [:], error: any Error = TestError()
    ) -> String? {
        do {
            let diagram = try MarbleDiagram(diagram, values: values, error: error)
            // The timeline uses the same characters for the elements.
            return recording.comparison(with: diagram).map { difference, names in
                "\(difference)\ntimeline\n\(text(names: names.map { ($0.character, $0.value) }))"
            }
        } catch {
            return "\(error)\ntimeline\n\(self)"
        }
    }
}
