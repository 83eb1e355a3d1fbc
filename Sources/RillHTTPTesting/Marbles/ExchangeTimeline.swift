internal import RillTesting

/// The timed events of one exchange, for example `"--^-h-a|"`.
struct ExchangeTimeline: Sendable, MarkedTimeline {
    /// The events in order.
    ///
    /// The first event is `^`.
    private(set) var marks: [MarbleRow.Mark] = []

    /// Creates an empty timeline.
    init() {}

    /// Creates the expected timeline of a drawn response to a request.
    init(_ response: StubTransport.Response, sent: TestTime) {
        func time(_ tick: Int) -> TestTime { TestTime(tick: sent.tick + tick, offset: sent.offset) }
        append(.sent, at: sent)
        for moment in response.moments {
            guard case .tick(let tick) = moment.due else { continue }
            for step in moment.steps { append(step.character, at: time(tick)) }
        }
        if let tick = response.cancellationTick { append(.cancelled, at: time(tick)) }
    }

    /// Creates a timeline from a diagram that starts at tick 0 of the clock.
    init(diagram: String) throws(MarbleError) {
        for mark in try MarbleScanner.scan(diagram, ends: .completed, .error, .dispose) {
            func invalid(_ reason: String) -> MarbleError { MarbleError(diagram, column: mark.column, reason) }
            if mark.character == .sent {
                if !marks.isEmpty { throw invalid("a second '^': a diagram describes only one exchange") }
            } else if marks.isEmpty {
                throw invalid("'\(mark.character)' before the request '^'")
            }
            append(mark.character, at: TestTime(tick: mark.tick))
        }
        if marks.isEmpty {
            let reason = "missing request '^': if no exchange is expected, omit the diagram"
            throw MarbleError(diagram, column: 1, reason)
        }
    }

    mutating func append(_ character: Character, at time: TestTime) {
        marks.append((time, character))
    }

    /// The time of the cancellation, or `nil` if the exchange was not canceled.
    var cancelled: TestTime? { marks.last.flatMap { $0.character == .cancelled ? $0.time : nil } }

    /// Returns the diagram text for the events at a given time, or `nil` if there are none.
    func cell(at time: TestTime) -> String? {
        let characters = marks.filter { $0.time == time }.map { $0.character }
        return characters.count > 1 ? "(\(String(characters)))" : characters.first.map { String($0) }
    }

    /// Returns the diagram, or a list of the events around a time if the timeline cannot be drawn.
    func text(around time: TestTime) -> String {
        if let row = MarbleRow(marks) { return row.text }
        let index = marks.firstIndex { $0.time >= time } ?? marks.count
        let shown = max(index - 5, 0)..<min(index + 6, marks.count)
        let before = shown.lowerBound > 0 ? ["(\(shown.lowerBound) before)"] : []
        let after = shown.upperBound < marks.count ? ["(\(marks.count - shown.upperBound) after)"] : []
        let list = marks[shown].map { "\($0.character) at \($0.time)" }
        return (before + list + after).joined(separator: ", ")
    }
}
