internal import Rill

/// One line of a marble drawing, divided into one cell per tick so that several lines can be aligned.
package struct MarbleRow {
    /// A character of a diagram and its time.
    package typealias Mark = (time: TestTime, character: Character)

    private var cells: [String]
    private let filler: String

    /// The maximum number of ticks in a drawing; longer recordings are printed as lists.
    package static var maximumLength: Int { 100 }

    /// Draws events.
    ///
    /// - Returns: A row, or `nil` if the events cannot be drawn because there are too many ticks, events between ticks,
    ///   or more elements than letters.
    init?<Element>(_ events: [Recorded<Element>], names: inout MarbleNames<Element>) {
        guard let characters = Self.characters(of: events, names: &names) else { return nil }
        self.init(characters, hasEnded: events.last?.event.isTerminal ?? false)
    }

    /// Returns the characters of each tick, or `nil` if the events cannot be drawn.
    static func characters<Element>(
        of events: [Recorded<Element>], names: inout MarbleNames<Element>
    ) -> [[Character]]? {
        var characters: [[Character]] = []
        for record in events {
            guard record.time.offset == .zero, record.time.tick < maximumLength else { return nil }
            let character: Character? =
                switch record.event {
                case .next(let value): names.character(for: value)
                case .error: MarbleSymbol.error.rawValue
                case .completed: MarbleSymbol.completed.rawValue
                }
            guard let character else { return nil }
            while characters.count <= record.time.tick { characters.append([]) }
            characters[record.time.tick].append(character)
        }
        return characters
    }

    /// Draws a subscription or an exchange.
    ///
    /// - Returns: A row, or `nil` if the marks cannot be drawn because there are none, too many ticks, a time between
    ///   ticks, or decreasing times.
    package init?(_ marks: [Mark]) {
        guard let last = marks.last, last.time.tick < Self.maximumLength,
            marks.allSatisfy({ $0.time.offset == .zero }),
            zip(marks, marks.dropFirst()).allSatisfy({ $0.time <= $1.time })
        else { return nil }
        var characters: [[Character]] = Array(repeating: [], count: last.time.tick + 1)
        for mark in marks { characters[mark.time.tick].append(mark.character) }
        let ends: [MarbleSymbol] = [.completed, .error, .dispose]
        self.init(characters, hasEnded: ends.contains { $0.rawValue == last.character })
    }

    /// Draws characters.
    ///
    /// - Parameters:
    ///   - characters: The characters of each tick.
    ///   - hasEnded: Whether the stream has ended, so that nothing is drawn after the last tick.
    ///   - start: The number of ticks before the row starts, which are blank. Defaults to 0.
    package init(_ characters: [[Character]], hasEnded: Bool, start: Int = 0) {
        let tick = String(MarbleSymbol.tick.rawValue)
        let group = (start: MarbleSymbol.groupStart.rawValue, end: MarbleSymbol.groupEnd.rawValue)
        cells = characters.enumerated().map { index, cell in
            switch cell.count {
            case 0: index < start ? " " : tick
            case 1: String(cell)
            default: "\(group.start)\(String(cell))\(group.end)"
            }
        }
        filler = hasEnded ? "" : tick
    }

    /// The text of the row without padding for alignment.
    package var text: String { cells.isEmpty ? filler : cells.joined() }

    /// Draws an expected and an actual row, so that each tick has the same column in both.
    ///
    /// If a row is padded because of a group in the other row, a ruler shows the last digit of each tick.
    ///
    /// - Parameters:
    ///   - expected: The expected row.
    ///   - actual: The actual row.
    ///   - tick: The tick to mark, or `nil` to mark none.
    /// - Returns: The lines, including their margins: the ruler if it is needed, both rows, and the mark `^`.
    package static func comparison(_ expected: MarbleRow, _ actual: MarbleRow, markingTick tick: Int?) -> [String] {
        let drawing = aligned([expected, actual], length: (tick ?? 0) + 1)
        let isPadded = drawing.lines.contains { $0.contains(" ") }
        let mark = tick.map { margin + String(repeating: " ", count: drawing.columns[$0]) + "^" }
        return (isPadded ? ["tick      " + drawing.ruler] : [])
            + zip(["expected  ", "actual    "], drawing.lines).map { $0 + $1 } + (mark.map { [$0] } ?? [])
    }

    /// Draws rows, so that each tick has the same column in all of them.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - length: The minimum number of ticks.
    /// - Returns: The ruler with the last digit of each tick, the rows, and the column of each tick.
    static func aligned(_ rows: [MarbleRow], length: Int) -> (ruler: String, lines: [String], columns: [Int]) {
        var lines = Array(repeating: "", count: rows.count)
        var ruler = ""
        var columns: [Int] = []
        for tick in 0..<max(length, rows.map(\.cells.count).max() ?? 0) {
            columns.append(ruler.count)
            let cells = rows.map { tick < $0.cells.count ? $0.cells[tick] : $0.filler }
            let width = max(cells.map(\.count).max() ?? 0, 1)
            for (row, cell) in (cells + [String(tick % 10)]).enumerated() {
                let padded = cell + String(repeating: " ", count: width - cell.count)
                if row < lines.count { lines[row] += padded } else { ruler += padded }
            }
        }
        return (withoutTrailingSpaces(ruler), lines.map(withoutTrailingSpaces), columns)
    }

    /// The margin of a line below the rows.
    package static var margin: String { "          " }

    private static func withoutTrailingSpaces(_ line: String) -> String {
        guard let last = line.lastIndex(where: { $0 != " " }) else { return "" }
        return String(line[...last])
    }
}
