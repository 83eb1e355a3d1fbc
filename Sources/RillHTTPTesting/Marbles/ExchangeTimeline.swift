internal import RillTesting

/// What happens in one exchange, and when: `"--^-h-a|"`.
struct ExchangeTimeline: Sendable, Equatable {
    /// One thing that happens.
    struct Mark: Sendable, Equatable {
        let time: TestTime
        let character: Character
    }

    /// What happens, in order; the first is `^`.
    private(set) var marks: [Mark] = []

    /// Makes a timeline in which nothing has happened yet.
    init() {}

    /// Makes the timeline of a drawn answer to a request.
    init(_ answer: StubTransport.Answer, sent: TestTime) {
        func time(_ tick: Int) -> TestTime { TestTime(tick: sent.tick + tick, offset: sent.offset) }
        append(.sent, at: sent)
        for moment in answer.moments {
            guard case .tick(let tick) = moment.due else { continue }
            for step in moment.steps { append(step.character, at: time(tick)) }
        }
        if let tick = answer.cancellationTick { append(.cancelled, at: time(tick)) }
    }

    /// Reads a diagram whose tick 0 is that of the clock.
    init(diagram: String) throws(MarbleError) {
        for mark in try MarbleScanner.scan(diagram, ends: .completed, .error, .dispose) {
            func bad(_ reason: String) -> MarbleError { MarbleError(diagram, column: mark.column, reason) }
            if mark.character == .sent {
                if !marks.isEmpty { throw bad("a second '^': one diagram is one exchange") }
            } else if marks.isEmpty {
                throw bad("'\(mark.character)' without '^' before it, which is the request")
            }
            append(mark.character, at: TestTime(tick: mark.tick))
        }
        if marks.isEmpty {
            let reason = "nothing is sent: '^' is missing; for no exchange give no diagram"
            throw MarbleError(diagram, column: 1, reason)
        }
    }

    mutating func append(_ character: Character, at time: TestTime) {
        marks.append(Mark(time: time, character: character))
    }

    /// When the client gives the exchange up.
    var cancelled: TestTime? { marks.last.flatMap { $0.character == .cancelled ? $0.time : nil } }

    /// What happens at one time, as it is drawn; nil for nothing.
    func cell(at time: TestTime) -> String? {
        let characters = marks.filter { $0.time == time }.map(\.character)
        return characters.count > 1 ? "(\(String(characters)))" : characters.first.map { String($0) }
    }

    /// The timeline as a row of a drawing; nil if it makes no good diagram: too long, or between ticks.
    var row: MarbleRow? {
        guard let last = marks.last, last.time.tick < MarbleRow.maximalLength,
            marks.allSatisfy({ $0.time.offset == .zero })
        else { return nil }
        var characters: [[Character]] = Array(repeating: [], count: last.time.tick + 1)
        for mark in marks { characters[mark.time.tick].append(mark.character) }
        let ends: [MarbleSymbol] = [.completed, .error, .dispose]
        return MarbleRow(characters, hasEnded: ends.contains { $0.rawValue == last.character })
    }

    /// The timeline in words, for what makes no good diagram; of a long one the part around a time.
    func words(around time: TestTime) -> String {
        let index = marks.firstIndex { $0.time >= time } ?? marks.count
        let shown = max(index - 5, 0)..<min(index + 6, marks.count)
        let before = shown.lowerBound > 0 ? ["(\(shown.lowerBound) before)"] : []
        let after = shown.upperBound < marks.count ? ["(\(marks.count - shown.upperBound) after)"] : []
        let list = marks[shown].map { "\($0.character) at \($0.time)" }
        return (before + list + after).joined(separator: ", ")
    }
}
