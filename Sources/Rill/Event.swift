/// One thing that happens in a stream.
///
/// A stream is any number of values, then at most one end: `next* (error | completed)?`. Nothing comes after the end.
public enum Event<Element: Sendable>: Sendable {
    /// A value.
    case next(Element)

    /// The end by a failure.
    case error(any Error)

    /// The end by success.
    case completed

    /// The value, or nil if the event is an end.
    @inlinable
    public var element: Element? {
        if case .next(let element) = self { element } else { nil }
    }

    /// The failure, or nil if the event is a value or a completion.
    @inlinable
    public var error: (any Error)? {
        if case .error(let error) = self { error } else { nil }
    }

    /// Whether nothing comes after this event.
    @inlinable
    public var isTerminal: Bool {
        if case .next = self { false } else { true }
    }
}

extension Event: CustomStringConvertible {
    /// The event as it is written in a log: `next(1)`, `error(noElements)`, `completed`.
    public var description: String {
        switch self {
        case .next(let element): "next(\(element))"
        case .error(let error): "error(\(error))"
        case .completed: "completed"
        }
    }
}

extension Event: Equatable where Element: Equatable {
    /// Whether two events are the same.
    ///
    /// Values are compared by `==`. Errors, which need not be equatable, are the same if they have the same type and the
    /// same description.
    ///
    /// - Parameters:
    ///   - left: An event.
    ///   - right: Another event.
    /// - Returns: Whether they are the same.
    public static func == (left: Event, right: Event) -> Bool {
        switch (left, right) {
        case (.next(let one), .next(let other)): one == other
        case (.error(let one), .error(let other)):
            type(of: one) == type(of: other) && String(describing: one) == String(describing: other)
        case (.completed, .completed): true
        default: false
        }
    }
}
