/// A stream event: an element or a terminal event.
///
/// A stream emits any number of elements and at most one terminal event: `next* (error | completed)?`. No events follow
/// the terminal event.
public enum Event<Element: Sendable>: Sendable {
    /// The next element.
    case next(Element)

    /// Termination with an error.
    case error(any Error)

    /// Successful completion.
    case completed

    /// The element, or `nil` for a terminal event.
    @inlinable
    public var element: Element? {
        if case .next(let element) = self { element } else { nil }
    }

    /// The error, or `nil` if the event is not an error.
    @inlinable
    public var error: (any Error)? {
        if case .error(let error) = self { error } else { nil }
    }

    /// Whether this event terminates the stream.
    @inlinable
    public var isTerminal: Bool {
        if case .next = self { false } else { true }
    }
}

extension Event: CustomStringConvertible {
    /// A textual representation for logs, such as `next(1)`, `error(noElements)`, or `completed`.
    public var description: String {
        switch self {
        case .next(let element): "next(\(element))"
        case .error(let error): "error(\(error))"
        case .completed: "completed"
        }
    }
}

extension Event: Equatable where Element: Equatable {
    /// Returns a Boolean value that indicates whether two events are equal.
    ///
    /// Elements are compared with `==`. Errors are equal if they have the same type and the same description, because
    /// errors need not be equatable.
    ///
    /// - Parameters:
    ///   - left: An event to compare.
    ///   - right: Another event to compare.
    /// - Returns: `true` if the events are equal; otherwise, `false`.
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
