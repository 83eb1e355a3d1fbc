/// A text table that fits the width of a terminal, or is complete if standard output is not a terminal.
///
///     let table = TextTable([.text("Tag", names), .counts("Items", counts, bar: .cyan)], terminal: Terminal())
///     try Output.write(table.text)
///
///     Tag     Items
///     Python  1,200  ██████
///     初心者      300  █▌
///
/// Wide characters, combining characters, and emoji are measured by the number of columns that terminals use for them.
/// On narrow terminals, bars and text are shortened, but numbers are not.
public struct TextTable: Sendable {
    /// A column with its header and cells.
    public enum Column: Sendable {
        /// Text, which is truncated on narrow terminals.
        case text(String, [String], style: Terminal.Style? = nil)
        /// Numbers, which are never truncated, with optional bars proportional to the largest number.
        case counts(String, [Int], bar: Terminal.Style? = nil)
    }

    private let columns: [Column]
    private let terminal: Terminal
    private let layout: TableLayout

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - columns: The columns from left to right, with equal numbers of rows.
    ///   - terminal: The terminal whose width and colors apply.
    public init(_ columns: [Column], terminal: Terminal) {
        // Text from a server can contain terminal control characters.
        self.columns = columns.map { column in
            guard case .text(let header, let cells, let style) = column else { return column }
            return .text(header, cells.map { $0.printable() }, style: style)
        }
        self.terminal = terminal
        layout = TableLayout(width: terminal.hasWidth ? terminal.width : nil, columns: self.columns)
    }

    /// The header line and one line per row, each with a trailing line feed.
    public var text: String {
        let rows = columns.map(\.count).max() ?? 0
        return (-1..<rows).map { line($0) + "\n" }.joined()
    }

    /// Returns the line of a row, where row -1 is the header.
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
    /// The number of rows.
    fileprivate var count: Int {
        switch self {
        case .text(_, let cells, _): cells.count
        case .counts(_, let counts, _): counts.count
        }
    }
}
