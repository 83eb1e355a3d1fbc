/// Tokenizes a diagram: assigns a tick to each character without interpreting the character.
package struct MarbleScanner {
    /// A character other than `-` and parentheses.
    package struct Mark {
        package let character: Character
        package let tick: Int
        package let column: Int
    }

    private let text: String
    private let ends: [Character]
    private var marks: [Mark] = []
    private var tick = 0
    private var end: Character?
    private var groupStart: (column: Int, count: Int)?

    /// Tokenizes a diagram.
    ///
    /// - Parameters:
    ///   - text: The diagram.
    ///   - ends: The terminal symbols. No other symbol may follow a terminal symbol.
    /// - Returns: The marks, in order.
    /// - Throws: ``MarbleError`` if the diagram is empty, has invalid groups, or has symbols after a terminal symbol.
    package static func scan(_ text: String, ends: MarbleSymbol...) throws(MarbleError) -> [Mark] {
        var scanner = MarbleScanner(text: text, ends: ends.map(\.rawValue))
        for (index, character) in text.enumerated() where !MarbleSymbol.isIgnored(character) {
            try scanner.scan(character, column: index + 1)
        }
        return try scanner.finish()
    }

    private mutating func scan(_ character: Character, column: Int) throws(MarbleError) {
        let symbol = MarbleSymbol(rawValue: character)
        if symbol == .groupEnd { return try closeGroup(column: column) }
        if let end { throw error(column, "'\(character)' comes after '\(end)', which ends the diagram") }
        switch symbol {
        case .groupStart:
            if groupStart != nil { throw error(column, "groups cannot be nested") }
            groupStart = (column, marks.count)
        case .tick:
            if groupStart != nil { throw error(column, "'-' is not allowed in a group: a group takes one tick") }
            tick += 1
        default:
            marks.append(Mark(character: character, tick: tick, column: column))
            if ends.contains(character) { end = character }
            if groupStart == nil { tick += 1 }
        }
    }

    private mutating func closeGroup(column: Int) throws(MarbleError) {
        guard let start = groupStart else { throw error(column, "')' without a matching '('") }
        guard marks.count > start.count else { throw error(start.column, "empty group") }
        groupStart = nil
        tick += 1
    }

    private func finish() throws(MarbleError) -> [Mark] {
        if let groupStart { throw error(groupStart.column, "unclosed group") }
        if tick == 0 { throw error(1, "empty diagram. Use '-' for a tick without events") }
        return marks
    }

    private func error(_ column: Int, _ reason: String) -> MarbleError {
        MarbleError(text, column: column, reason)
    }
}
