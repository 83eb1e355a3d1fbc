public import Rill

/// An event and the virtual time at which it came.
public struct Recorded<Element: Sendable>: Sendable, CustomStringConvertible {
    /// When it came.
    public let time: TestTime

    /// What came.
    public let event: Event<Element>

    /// Makes a record, for comparing.
    ///
    /// - Parameters:
    ///   - time: When the event comes; an integer is a tick.
    ///   - event: What comes.
    public init(at time: TestTime, _ event: Event<Element>) {
        self.time = time
        self.event = event
    }

    /// The record as failures print it: `tick 4: next(20)`.
    public var description: String { "\(time): \(describe(event: event))" }
}

extension Recorded: Equatable where Element: Equatable {}
