internal import Rill

/// What a subscriber got, and when: the result of `kit.record { … }`.
public struct Recording<Element: Sendable>: Sendable {
    /// The events, in order.
    public let events: [Recorded<Element>]

    /// Why the recording was broken off, if the stream would have gone on for ever; see ``TestScheduler/run(limit:)``.
    public let cutOff: RunLimitError?

    /// Makes a recording, for comparing.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - cutOff: Why the recording was broken off.
    public init(events: [Recorded<Element>], cutOff: RunLimitError? = nil) {
        self.events = events
        self.cutOff = cutOff
    }

    /// The values, in order, without their times.
    public var values: [Element] { events.compactMap(\.event.element) }

    /// The error that ended the stream, if one did.
    public var error: (any Error)? { events.last?.event.error }

    /// Whether the stream ended by success.
    public var isCompleted: Bool { hasEnded && error == nil }

    /// Whether the stream ended, by success or by an error.
    public var hasEnded: Bool { events.last?.event.isTerminal ?? false }
}

extension Recording: Equatable where Element: Equatable {}

extension Recording: CustomStringConvertible {
    /// The recording as a marble diagram, and below it what its characters stand for.
    ///
    ///     -a--b--c-|
    ///     a = 10, b = 20, c = 30
    ///
    /// A value that is written as one character stands for itself. What makes no good diagram, as it is long or has events
    /// between ticks, is a list instead, one event to the line.
    public var description: String {
        var names = MarbleNames<Element>(isSame: { String(describing: $0) == String(describing: $1) })
        let drawing: [String]
        if let row = MarbleRow(events, names: &names) {
            drawing = [row.text] + names.legend(errors: [error])
        } else {
            drawing = events.map(\.description)
        }
        let notes = cutOff.map { ["broken off: \($0)"] } ?? []
        return (drawing + notes).joined(separator: "\n")
    }
}
