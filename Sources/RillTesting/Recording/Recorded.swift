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

extension Recorded: Equatable where Element: Equatable {
    /// Whether two records hold the same event at the same time.
    ///
    /// Values are compared by `==`. Errors, which need not be equatable, are the same if they have the same type and the
    /// same description.
    ///
    /// - Parameters:
    ///   - left: A record.
    ///   - right: Another record.
    /// - Returns: Whether they are the same.
    public static func == (left: Recorded, right: Recorded) -> Bool {
        guard left.time == right.time else { return false }
        switch (left.event, right.event) {
        case (.next(let one), .next(let other)): return one == other
        case (.error(let one), .error(let other)): return areSame(one, other)
        case (.completed, .completed): return true
        default: return false
        }
    }
}

/// Whether two errors have the same type and the same description.
func areSame(_ one: any Error, _ other: any Error) -> Bool {
    type(of: one) == type(of: other) && String(describing: one) == String(describing: other)
}
