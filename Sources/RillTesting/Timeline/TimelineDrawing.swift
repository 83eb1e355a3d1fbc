internal import Rill

/// The rows of a timeline that can be drawn as marble diagrams.
struct TimelineDrawing {
    private struct Row {
        let label: String
        let characters: [[Character]]
        let hasEnded: Bool
    }

    private static let maximumRowCount = 100

    private let rows: [Row]
    private let start: Int

    /// The number of ticks.
    let length: Int

    /// The lines that explain the characters of elements and errors.
    let legend: [String]

    /// Draws events.
    ///
    /// - Parameters:
    ///   - log: The events.
    ///   - names: The characters that represent elements. Defaults to none. Elements without a character are assigned
    ///     one.
    /// - Returns: A drawing, or `nil` if there was no subscription, or if there are too many ticks or rows, events
    ///   between ticks, or more elements than letters.
    init?(_ log: TimelineInstrument.Log, names: [(character: Character, value: any Sendable)] = []) {
        let lanes = log.lanes
        guard let subscribed = log.subscribed,
            [subscribed, log.disposed ?? subscribed].allSatisfy(Self.isDrawable), lanes.count <= Self.maximumRowCount
        else { return nil }
        let events = Dictionary(grouping: log.events, by: \.lane)
        let labels = TimelineLane.labels(of: lanes)
        var names = MarbleNames(given: names, isSame: Self.isSame)
        var rows: [Row] = []
        for lane in lanes {
            let records = events[lane, default: []].map(\.record)
            guard var characters = MarbleRow.characters(of: records, names: &names) else { return nil }
            var hasEnded = records.last?.event.isTerminal ?? false
            if lane == .result, let disposed = log.disposed?.tick {
                while characters.count <= disposed { characters.append([]) }
                characters[disposed].append(MarbleSymbol.dispose.rawValue)
                hasEnded = true
            }
            // A row that starts late contains at least one tick.
            while characters.count <= subscribed.tick { characters.append([]) }
            rows.append(Row(label: labels[lane, default: ""], characters: characters, hasEnded: hasEnded))
        }
        self.rows = rows
        start = subscribed.tick
        length = rows.map(\.characters.count).max() ?? 0
        var errors: [String] = []
        for case let error? in log.events.map(\.record.event.error) where !areSame(error, TestError()) {
            let text = "\(MarbleSymbol.error.rawValue) = \(describe(error: error))"
            if !errors.contains(text) { errors.append(text) }
        }
        legend = names.legend(errors: []) + errors
    }

    /// Returns whether two elements share a character.
    ///
    /// Elements of the same equatable type are compared with `==`, others by their descriptions, because the elements of a
    /// timeline can have different types.
    private static func isSame(_ first: any Sendable, _ second: any Sendable) -> Bool {
        if type(of: first) == type(of: second), let first = first as? any Equatable { return first.isEqual(to: second) }
        return String(describing: first) == String(describing: second)
    }

    private static func isDrawable(_ time: TestTime) -> Bool {
        time.offset == .zero && time.tick < MarbleRow.maximumLength
    }

    /// The ruler, the rows, and the legend.
    var lines: [String] {
        let drawing = MarbleRow.aligned(
            rows.map { MarbleRow($0.characters, hasEnded: $0.hasEnded, start: start) }, length: length)
        let labels = [TimelineLane.ruler] + rows.map(\.label)
        let width = (labels.map(\.count).max() ?? 0) + 2
        func padded(_ label: String) -> String { label + String(repeating: " ", count: width - label.count) }
        return zip(labels, [drawing.ruler] + drawing.lines).map { padded($0) + $1 } + legend.map { padded("") + $0 }
    }

    /// The rows of an image.
    var imageRows: [MarbleImage.Row] {
        rows.map { row in
            let marks = row.characters.enumerated().dropFirst(start).flatMap { tick, characters in
                characters.map { (character: $0, tick: tick - start) }
            }
            let length = row.hasEnded ? row.characters.count : length
            return MarbleImage.Row(label: row.label, start: start, length: length - start, marks: marks)
        }
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
