/// How long someone was subscribed to a source: `"--^----!"`.
///
/// In a diagram `^` is the tick of the subscription and `!` that of its end, whether it was disposed or the stream ended.
/// Without `!` it is still going on. `(^!)` is both in one tick.
public struct SubscriptionSpan: Hashable, Sendable {
    /// When the subscription was made.
    public let subscribed: TestTime

    /// When it ended, by disposal or by the end of the stream; nil while it goes on.
    public var disposed: TestTime?

    /// Makes a span, for comparing.
    ///
    /// - Parameters:
    ///   - subscribed: When the subscription is made; an integer is a tick.
    ///   - disposed: When it ends; nil while it goes on.
    public init(_ subscribed: TestTime, _ disposed: TestTime? = nil) {
        self.subscribed = subscribed
        self.disposed = disposed
    }

    /// Reads a diagram.
    ///
    /// - Parameter diagram: A diagram of `-`, `^`, `!`, groups and spaces.
    /// - Throws: What is wrong with the diagram, and where.
    public init(diagram: String) throws(MarbleError) {
        var subscribed: TestTime?
        var disposed: TestTime?
        for mark in try MarbleScanner.scan(diagram, ends: .dispose) {
            let time = TestTime(tick: mark.tick)
            switch MarbleSymbol(rawValue: mark.character) {
            case .subscribe:
                if subscribed != nil {
                    throw MarbleError(diagram, column: mark.column, "a second '^': one diagram is one subscription")
                }
                subscribed = time
            case .dispose:
                if subscribed == nil { throw MarbleError(diagram, column: mark.column, "'!' without '^' before it") }
                disposed = time
            default:
                let reason = "'\(mark.character)' has no place in a subscription diagram, only '-', '^' and '!'"
                throw MarbleError(diagram, column: mark.column, reason)
            }
        }
        guard let subscribed else {
            let reason = "nobody subscribes: '^' is missing; for no subscription give no diagram"
            throw MarbleError(diagram, column: 1, reason)
        }
        self.init(subscribed, disposed)
    }
}

extension SubscriptionSpan: CustomStringConvertible {
    /// The span as a diagram, or in words if it is too long or lies between ticks.
    public var description: String {
        if let row = MarbleRow(self) { return row.text }
        return "from \(subscribed) " + (disposed.map { "to \($0)" } ?? "on")
    }
}
