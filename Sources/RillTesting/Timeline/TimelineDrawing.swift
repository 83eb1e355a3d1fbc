internal import Rill

/// The rows of a timeline that can be drawn as marble diagrams.
struct TimelineDrawing {
    private struct Row {
        let label: String
        let characters: [[Character]]
        let hasEnded: Bool
    }

    /// The label of the events that the subscriber received.
    static let result = "result"

    private let rows: [Row]
    private let start: Int

    /// The number of ticks.
    let length: Int

    /// The elements and errors that are drawn as other characters.
    let legend: [String]

    /// Draws events.
    ///
    /// - Returns: A drawing, or `nil` if there was no subscription, there are too many ticks or events between ticks, or
    ///   there are more elements than letters.
    init?(_ log: TimelineInstrument.Log) {
        guard let subscribed = log.subscribed,
            [subscribed, log.disposed ?? subscribed].allSatisfy(Self.isDrawable)
        else { return nil }
        var lanes: [(checkpoint: String?, records: [Recorded<any Sendable>])] = []
        for (checkpoint, record) in log.events where checkpoint != nil {
            let index = lanes.firstIndex { $0.checkpoint == checkpoint } ?? lanes.count
            if index == lanes.count { lanes.append((checkpoint, [])) }
            lanes[index].records.append(record)
        }
        // The result is the last row.
        lanes.append((nil, log.events.filter { $0.checkpoint == nil }.map(\.record)))

        var names = MarbleNames<any Sendable>(isSame: { String(describing: $0) == String(describing: $1) })
        var rows: [Row] = []
        for (checkpoint, records) in lanes {
            guard var characters = MarbleRow.characters(of: records, names: &names) else { return nil }
            var hasEnded = records.last?.event.isTerminal ?? false
            if checkpoint == nil, let disposed = log.disposed?.tick {
                while characters.count <= disposed { characters.append([]) }
                characters[disposed].append(MarbleSymbol.dispose.rawValue)
                hasEnded = true
            }
            // A row that starts late has at least one tick.
            while characters.count <= subscribed.tick { characters.append([]) }
            rows.append(
                Row(label: checkpoint.map(Self.label) ?? Self.result, characters: characters, hasEnded: hasEnded))
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

    private static func isDrawable(_ time: TestTime) -> Bool {
        time.offset == .zero && time.tick < MarbleRow.maximumLength
    }

    private static func label(_ name: String) -> String {
        let line = String(name.map { $0.isNewline ? " " : $0 })
        return line.count > 24 ? "\(line.prefix(23))\u{2026}" : line
    }

    /// The ruler, the rows, and the legend.
    var lines: [String] {
        let drawing = MarbleRow.aligned(
            rows.map { MarbleRow($0.characters, hasEnded: $0.hasEnded, start: start) }, length: length)
        let labels = ["tick"] + rows.map(\.label)
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
