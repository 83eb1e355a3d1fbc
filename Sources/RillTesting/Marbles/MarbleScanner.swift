/// The first half of reading a diagram: which character stands at which tick; what it means comes later.
package struct MarbleScanner {
    /// A character that is neither time nor grouping.
    package struct Mark {
        package let character: Character
        package let tick: Int
        package let column: Int
    }

    private let text: String
    private let ends: Set<Character>
    private var marks: [Mark] = []
    private var tick = 0
    private var end: Character?
    private var groupStart: (column: Int, count: Int)?

    /// Reads a diagram.
    ///
    /// - Parameters:
    ///   - text: The diagram.
    ///   - ends: The symbols after which nothing may come.
    /// - Returns: The marks, in order.
    /// - Throws: What is wrong with grouping, length or end.
    package static func scan(_ text: String, ends: MarbleSymbol...) throws(MarbleError) -> [Mark] {
        var scanner = MarbleScanner(text: text, ends: Set(ends.map(\.rawValue)))
        for (index, character) in text.enumerated() where !MarbleSymbol.isIgnored(character) {
            try scanner.take(character, column: index + 1)
        }
        return try scanner.finish()
    }

    private init(text: String, ends: Set<Character>) {
        self.text = text
        self.ends = ends
    }

    private mutating func take(_ character: Character, column: Int) throws(MarbleError) {
        let symbol = MarbleSymbol(rawValue: character)
        if symbol == .groupEnd { return try closeGroup(column: column) }
        if let end { throw error(column, "'\(character)' comes after the end, which is '\(end)'") }
        switch symbol {
        case .groupStart:
            if groupStart != nil { throw error(column, "a group inside a group") }
            groupStart = (column, marks.count)
        case .tick:
            if groupStart != nil { throw error(column, "no time passes inside a group: it is one tick as a whole") }
            tick += 1
        default:
            marks.append(Mark(character: character, tick: tick, column: column))
            if ends.contains(character) { end = character }
            if groupStart == nil { tick += 1 }
        }
    }

    private mutating func closeGroup(column: Int) throws(MarbleError) {
        guard let start = groupStart else { throw error(column, "this ')' closes no group") }
        guard marks.count > start.count else { throw error(start.column, "the group is empty") }
        groupStart = nil
        tick += 1
    }

    private func finish() throws(MarbleError) -> [Mark] {
        if let groupStart { throw error(groupStart.column, "the group that begins here is not closed") }
        if tick == 0 { throw error(1, "the diagram is empty; one in which nothing happens is '-'") }
        return marks
    }

    private func error(_ column: Int, _ reason: String) -> MarbleError {
        MarbleError(text, column: column, reason)
    }
}
