internal import Rill

/// The events that a subscriber received, with their virtual times: the result of `kit.record { … }`.
public struct Recording<Element: Sendable>: Sendable {
    /// The events, in order.
    public let events: [Recorded<Element>]

    /// The error that describes the limit at which the recording was stopped, or `nil` if it was not stopped.
    ///
    /// A recording is stopped if the stream does not terminate; see ``TestScheduler/run(limit:cpuTimeLimit:)``.
    public let limitError: RunLimitError?

    /// The operators that waited on other schedulers, for failure messages.
    var strayWaits: [String] = []

    /// A note for failure messages if the recording was stopped.
    var notes: [String] { limitError.map { ["recording incomplete: \($0)"] } ?? [] }

    /// Creates a recording to compare with another one.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - limitError: The error that describes the limit if the recording was stopped. Defaults to `nil`.
    public init(events: [Recorded<Element>], limitError: RunLimitError? = nil) {
        self.events = events
        self.limitError = limitError
    }

    /// The elements, in order, without their times.
    public var values: [Element] { events.compactMap(\.event.element) }

    /// The error that terminated the stream, if any.
    public var error: (any Error)? { events.last?.event.error }

    /// Whether the stream completed successfully.
    public var isCompleted: Bool { hasEnded && error == nil }

    /// Whether the stream completed or failed.
    public var hasEnded: Bool { events.last?.event.isTerminal ?? false }
}

extension Recording: Equatable where Element: Equatable {
    /// Returns whether two recordings have equal events and reached the same limit.
    ///
    /// - Parameters:
    ///   - one: A recording.
    ///   - other: Another recording.
    /// - Returns: `true` if the recordings are equal; otherwise, `false`.
    public static func == (one: Recording, other: Recording) -> Bool {
        one.events == other.events && one.limitError == other.limitError
    }
}

extension Recording: CustomStringConvertible {
    /// The recording as a marble diagram, followed by a legend.
    ///
    ///     -a--b--c-|
    ///     a = 10, b = 20, c = 30
    ///
    /// An element whose description is one character is drawn as itself. A recording that is too long or has events
    /// between ticks is printed as a list, one event per line.
    public var description: String {
        var names = MarbleNames<Element>(isSame: { String(describing: $0) == String(describing: $1) })
        let drawing: [String]
        if let row = MarbleRow(events, names: &names) {
            drawing = [row.text] + names.legend(errors: [error])
        } else {
            drawing = Excerpt.lines(of: events.indices, "events") { [events[$0].description] }
        }
        return (drawing + notes).joined(separator: "\n")
    }
}
