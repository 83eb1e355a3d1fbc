/// Rows of text under headers, fitted to the width of a terminal: `TextTable([.text("Tag", names), …], terminal: …).text`.
package struct TextTable {
    /// What stands below a header, row by row.
    package enum Column {
        /// Words, which are cut where there is little room.
        case text(String, [String], style: Terminal.Style? = nil)
        /// Numbers, which are never cut; behind each, in a style, a bar as long as its share of the largest.
        case counts(String, [Int], bar: Terminal.Style? = nil)
    }

    private let columns: [Column]
    private let terminal: Terminal
    private let layout: TableLayout

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - columns: From left to right, all with as many rows.
    ///   - terminal: Where it goes.
    package init(_ columns: [Column], terminal: Terminal) {
        // What a server sends is not to be trusted with a terminal.
        self.columns = columns.map { column in
            guard case .text(let header, let cells, let style) = column else { return column }
            return .text(header, cells.map { $0.printable() }, style: style)
        }
        self.terminal = terminal
        layout = TableLayout(width: terminal.width, columns: self.columns)
    }

    /// The headers and a line for each row, each with a line feed at its end.
    package var text: String {
        let rows = columns.map(\.count).max() ?? 0
        return (-1..<rows).map { line($0) + "\n" }.joined()
    }

    /// A row; the headers are the one before the first.
    private func line(_ row: Int) -> String {
        var cells: [String] = []
        for (column, width) in zip(columns, layout.widths) {
            switch column {
            case .text(let header, let texts, let style):
                let text = cell(row < 0 ? header : texts[row], width)
                cells.append(row < 0 ? terminal.styled(text, .bold) : style.map { terminal.styled(text, $0) } ?? text)
            case .counts(let header, let counts, let bar):
                let text = row < 0 ? header.fitted(to: width) : counts[row].grouped
                let aligned = text.rightAligned(to: width)
                cells.append(row < 0 ? terminal.styled(aligned, .bold) : aligned)
                if let bar, layout.bar > 0 { cells.append(row < 0 ? blank : self.bar(counts[row], of: counts, bar)) }
            }
        }
        let line = cells.joined(separator: String(repeating: " ", count: layout.gap))
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    private func cell(_ text: String, _ width: Int) -> String {
        text.fitted(to: width).padded(to: width)
    }

    private var blank: String { String(repeating: " ", count: layout.bar) }

    private func bar(_ count: Int, of counts: [Int], _ style: Terminal.Style) -> String {
        let maximum = counts.max() ?? 0
        let bar = Bar.text(maximum > 0 ? Double(count) / Double(maximum) : 0, width: layout.bar)
        return terminal.styled(bar, style) + blank.dropFirst(bar.count)
    }
}

extension TextTable.Column {
    /// How many rows it has.
    fileprivate var count: Int {
        switch self {
        case .text(_, let cells, _): cells.count
        case .counts(_, let counts, _): counts.count
        }
    }
}
