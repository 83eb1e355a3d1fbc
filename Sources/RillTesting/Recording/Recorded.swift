public import Rill

/// An event and the virtual time at which it arrived.
public struct Recorded<Element: Sendable>: Sendable, CustomStringConvertible {
    /// The virtual time of the event.
    public let time: TestTime

    /// The event.
    public let event: Event<Element>

    /// Creates a record to compare with another one.
    ///
    /// - Parameters:
    ///   - time: The virtual time of the event; an integer is a tick.
    ///   - event: The event.
    public init(at time: TestTime, _ event: Event<Element>) {
        self.time = time
        self.event = event
    }

    /// The text of the record in failure messages: `tick 4: next(20)`.
    public var description: String { "\(time): \(describe(event: event))" }
}

extension Recorded: Equatable where Element: Equatable {}
