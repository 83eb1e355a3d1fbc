/// The period of one subscription to a source, and its pauses: `"--^-[--]-!"`.
///
/// | Character | Meaning |
/// | --- | --- |
/// | `^` | the tick of the subscription |
/// | `[` | the subscriber pauses |
/// | `]` | the subscriber resumes |
/// | `!` | the subscription ends, by disposal or by a terminal event |
/// | `-` | one tick passes |
/// | `(^[)` | several of these in one tick, in this order |
/// | space | ignored; for alignment |
///
/// Without `!`, the subscription is still active. `(^!)` means that it starts and ends in the same tick.
public struct SubscriptionSpan: Hashable, Sendable {
    /// A period in which the subscriber is paused.
    public struct Pause: Hashable, Sendable {
        /// The time at which the subscriber pauses.
        public let paused: TestTime

        /// The time at which the subscriber resumes, or `nil` if it is still paused or the subscription ends first.
        public var resumed: TestTime?

        /// Creates a pause to compare with another one.
        ///
        /// - Parameters:
        ///   - paused: The time at which the subscriber pauses; an integer is a tick.
        ///   - resumed: The time at which the subscriber resumes. Defaults to `nil`, which means that it does not.
        public init(_ paused: TestTime, _ resumed: TestTime? = nil) {
            self.paused = paused
            self.resumed = resumed
        }
    }

    /// The time of the subscription.
    public let subscribed: TestTime

    /// The time at which the subscription ended, by disposal or by a terminal event, or `nil` while it is active.
    public var disposed: TestTime?

    /// The pauses of the subscriber, in order.
    ///
    /// Empty for sources that ignore pauses.
    public var pauses: [Pause] = []

    /// Creates a span to compare with another one.
    ///
    /// - Parameters:
    ///   - subscribed: The time of the subscription; an integer is a tick.
    ///   - disposed: The time at which the subscription ends. Defaults to `nil`, which means that it is still active.
    ///   - pauses: The pauses of the subscriber, in order. Defaults to none.
    public init(_ subscribed: TestTime, _ disposed: TestTime? = nil, pauses: [Pause] = []) {
        self.subscribed = subscribed
        self.disposed = disposed
        self.pauses = pauses
    }

    /// Parses a diagram without pauses.
    ///
    /// - Parameter diagram: A diagram of `-`, `^`, `!`, groups and spaces.
    /// - Throws: ``MarbleError`` if the diagram is invalid.
    public init(diagram: String) throws(MarbleError) {
        try self.init(diagram, hasPauses: false)
    }

    /// Parses a diagram with pauses.
    ///
    /// - Parameter diagram: A diagram of `-`, `^`, `[`, `]`, `!`, groups and spaces.
    /// - Throws: ``MarbleError`` if the diagram is invalid.
    public init(demand diagram: String) throws(MarbleError) {
        try self.init(diagram, hasPauses: true)
    }

    /// Parses the pace of a subscriber, whose last pause must end.
    package init(pace: String) throws(MarbleError) {
        try self.init(pace, hasPauses: true, reasonIfEmpty: "missing '^': a pace starts with the subscription")
        guard isPaused, disposed == nil, let index = pace.lastIndex(of: .paused) else { return }
        let column = pace.distance(from: pace.startIndex, to: index) + 1
        let reason = "'[' without an end: resume the subscriber with ']', or dispose it with '!'"
        throw MarbleError(pace, column: column, reason)
    }

    private init(
        _ diagram: String, hasPauses: Bool,
        reasonIfEmpty: String = "missing '^'. To expect no subscription, pass no diagram"
    ) throws(MarbleError) {
        var span: SubscriptionSpan?
        for mark in try MarbleScanner.scan(diagram, ends: .dispose) {
            let time = TestTime(tick: mark.tick)
            switch (mark.character, span) {
            case (.subscribed, nil):
                span = SubscriptionSpan(time)
            case (.disposed, .some):
                span?.disposed = time
            case (.paused, let current?) where hasPauses && !current.isPaused:
                span?.pauses.append(Pause(time))
            case (.resumed, let current?) where hasPauses && current.isPaused:
                span?.resume(at: time)
            default:
                let reason = Self.reason(for: mark.character, after: span, hasPauses: hasPauses)
                throw MarbleError(diagram, column: mark.column, reason)
            }
        }
        guard let span else { throw MarbleError(diagram, column: 1, reasonIfEmpty) }
        self = span
    }

    private static func reason(for character: Character, after span: SubscriptionSpan?, hasPauses: Bool) -> String {
        switch character {
        case .subscribed: "second '^': a diagram describes one subscription"
        case .disposed: "'!' without a preceding '^'"
        case .paused where hasPauses && span != nil:
            "second '[': the subscriber is already paused. Resume it with ']' first"
        case .resumed where hasPauses && span != nil: "']' without a preceding '[': the subscriber is not paused"
        case .paused where hasPauses, .resumed where hasPauses: "'\(character)' without a preceding '^'"
        case _ where hasPauses: "'\(character)' is not allowed in a demand diagram. Use '-', '^', '[', ']' and '!'"
        default: "'\(character)' is not allowed in a subscription diagram. Use '-', '^' and '!'"
        }
    }
}

// MARK: Marks

extension SubscriptionSpan: MarkedTimeline {
    /// Whether the subscriber has not resumed since the last pause.
    var isPaused: Bool { pauses.last.map { $0.resumed == nil } ?? false }

    /// Ends the last pause.
    mutating func resume(at time: TestTime) {
        guard !pauses.isEmpty else { return }
        pauses[pauses.count - 1].resumed = time
    }

    /// The span without its pauses.
    var withoutPauses: SubscriptionSpan { SubscriptionSpan(subscribed, disposed) }

    package var marks: [MarbleRow.Mark] {
        var marks: [MarbleRow.Mark] = [(subscribed, .subscribed)]
        for pause in pauses {
            marks.append((pause.paused, .paused))
            if let resumed = pause.resumed { marks.append((resumed, .resumed)) }
        }
        if let disposed { marks.append((disposed, .disposed)) }
        return marks
    }

    package func text(around _: TestTime) -> String { description }
}

/// The characters of subscription diagrams.
///
/// `MarbleSymbol` does not contain `[` and `]`, which can be elements in other diagrams.
extension Character {
    fileprivate static var subscribed: Character { MarbleSymbol.subscribe.rawValue }
    fileprivate static var disposed: Character { MarbleSymbol.dispose.rawValue }

    /// The subscriber pauses.
    static var paused: Character { "[" }

    /// The subscriber resumes.
    static var resumed: Character { "]" }
}

extension SubscriptionSpan: CustomStringConvertible {
    /// The span as a diagram, or as text if it is too long or has times between ticks.
    public var description: String {
        if let row = MarbleRow(marks) { return row.text }
        let pauses = pauses.map { pause in
            ", paused from \(pause.paused) " + (pause.resumed.map { "to \($0)" } ?? "on")
        }
        return "from \(subscribed) " + (disposed.map { "to \($0)" } ?? "on") + pauses.joined()
    }
}
