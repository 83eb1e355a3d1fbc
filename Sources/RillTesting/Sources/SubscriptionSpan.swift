/// The period of one subscription to a source: `"--^----!"`.
///
/// In a diagram, `^` is the tick of the subscription and `!` is the tick in which it ends, by disposal or by the end of
/// the stream. Without `!`, the subscription is still active. `(^!)` means that both happen in the same tick.
public struct SubscriptionSpan: Hashable, Sendable {
    /// The time of the subscription.
    public let subscribed: TestTime

    /// The time at which the subscription ended, by disposal or by the end of the stream; `nil` while it is active.
    public var disposed: TestTime?

    /// Creates a span to compare with another one.
    ///
    /// - Parameters:
    ///   - subscribed: The time of the subscription; an integer is a tick.
    ///   - disposed: The time at which the subscription ends. Defaults to `nil`, which means that it is still active.
    public init(_ subscribed: TestTime, _ disposed: TestTime? = nil) {
        self.subscribed = subscribed
        self.disposed = disposed
    }

    /// Parses a diagram.
    ///
    /// - Parameter diagram: A diagram of `-`, `^`, `!`, groups and spaces.
    /// - Throws: ``MarbleError`` if the diagram is invalid.
    public init(diagram: String) throws(MarbleError) {
        var subscribed: TestTime?
        var disposed: TestTime?
        for mark in try MarbleScanner.scan(diagram, ends: .dispose) {
            let time = TestTime(tick: mark.tick)
            switch MarbleSymbol(rawValue: mark.character) {
            case .subscribe:
                if subscribed != nil {
                    throw MarbleError(diagram, column: mark.column, "second '^': a diagram describes one subscription")
                }
                subscribed = time
            case .dispose:
                if subscribed == nil { throw MarbleError(diagram, column: mark.column, "'!' without a preceding '^'") }
                disposed = time
            default:
                let reason = "'\(mark.character)' is not allowed in a subscription diagram; use '-', '^' and '!'"
                throw MarbleError(diagram, column: mark.column, reason)
            }
        }
        guard let subscribed else {
            let reason = "missing '^'; to expect no subscription, pass no diagram"
            throw MarbleError(diagram, column: 1, reason)
        }
        self.init(subscribed, disposed)
    }
}

extension SubscriptionSpan: CustomStringConvertible {
    /// The span as a diagram, or as text if it is too long or has times between ticks.
    public var description: String {
        if let row = MarbleRow(self) { return row.text }
        return "from \(subscribed) " + (disposed.map { "to \($0)" } ?? "on")
    }
}
