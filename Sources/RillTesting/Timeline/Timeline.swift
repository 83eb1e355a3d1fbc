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

    /// The timeline as an SVG image, with light or dark colors as the viewer prefers.
    ///
    /// A timeline that is too long or has events between ticks is an image of the text.
    public var svg: String { svg(.automatic) }

    /// Returns the timeline as an SVG image.
    ///
    /// - Parameter appearance: The colors.
    package func svg(_ appearance: MarbleImage.Appearance) -> String {
        guard let drawing = TimelineDrawing(log) else { return MarbleImage.svg([], notes: list + notes, appearance) }
        return MarbleImage.svg(drawing.imageRows, notes: drawing.legend + notes, ruler: drawing.length, appearance)
    }

    private var notes: [String] { recording.limitError.map { ["recording stopped: \($0)"] } ?? [] }

    /// The events as text, one per line.
    private var list: [String] {
        let maximumCount = 100
        let lines = log.events.prefix(maximumCount).map { event in
            "\(event.record.time): \(event.checkpoint ?? TimelineDrawing.result) \(describe(event: event.record.event))"
        }
        let omitted = log.events.count - lines.count
        return lines + (omitted > 0 ? ["(\(omitted) more events)"] : [])
    }
}

extension Timeline: CustomStringConvertible {
    /// The timeline as marble diagrams, one per checkpoint, and one for the result, followed by a legend.
    ///
    /// The row `retry` contains the number of each failed attempt, and the row of a buffer its number of elements. `!` is
    /// the disposal of the subscription. A timeline that is too long or has events between ticks is printed as a list, one
    /// event per line, with up to 100 events.
    public var description: String {
        ((TimelineDrawing(log)?.lines ?? list) + notes).joined(separator: "\n")
    }
}

extension Timeline where Element: Equatable {
    /// Compares the result with a diagram.
    ///
    /// - Parameters:
    ///   - diagram: The expected events.
    ///   - values: The elements for the characters of the diagram.
    ///   - error: The error for `#`.
    /// - Returns: A failure message with the timeline, or `nil` if there is no difference.
    public func difference(
        from diagram: String, values: [Character: Element] = [:], error: any Error = TestError()
    ) -> String? {
        recording.difference(from: diagram, values: values, error: error).map(withTimeline)
    }

    /// Compares the result with a diagram in which each character is an element.
    ///
    /// - Parameters:
    ///   - diagram: The expected events.
    ///   - error: The error for `#`.
    /// - Returns: A failure message with the timeline, or `nil` if there is no difference.
    public func difference(from diagram: String, error: any Error = TestError()) -> String? where Element == String {
        recording.difference(from: diagram, error: error).map(withTimeline)
    }

    private func withTimeline(_ difference: String) -> String { "\(difference)\ntimeline\n\(self)" }
}
