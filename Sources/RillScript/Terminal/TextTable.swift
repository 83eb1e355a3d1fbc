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

    /// A column with its cells as text.
    struct Content: Sendable {
        let header: String
        private(set) var cells: [String]

        /// Whether the cells are text, which can be truncated, instead of numbers.
        let isText: Bool

        /// The style of the text.
        var style: Terminal.Style?

        /// The style of the bars, or `nil` if the column has none, and the shares of the longest bar.
        var bar: Terminal.Style?
        private(set) var shares: [Double] = []

        init(_ column: Column) {
            switch column {
            case .text(let header, let cells, let style):
                self.header = header
                // Text from a server can contain terminal control characters.
                self.cells = cells.map { $0.printable() }
                isText = true
                self.style = style
            case .counts(let header, let counts, let bar):
                self.header = header
                cells = counts.map(\.grouped)
                isText = false
                self.bar = bar
                let maximum = counts.max() ?? 0
                shares = counts.map { maximum > 0 ? Double($0) / Double(maximum) : 0 }
            }
        }

        /// Returns the column with empty cells at the end, so that it has a number of rows.
        func filled(to rows: Int) -> Content {
            var content = self
            content.cells += Array(repeating: "", count: rows - cells.count)
            content.shares += Array(repeating: 0, count: rows - shares.count)
            return content
        }

        /// The width of the widest cell, without the header.
        var cellWidth: Int { cells.map(\.displayWidth).max() ?? 0 }

        var width: Int { max(cellWidth, header.displayWidth) }
    }

    private let columns: [Content]
    private let rows: Int
    private let terminal: Terminal
    private let layout: TableLayout

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - columns: The columns from left to right. A column with fewer rows than others ends with empty cells.
    ///   - terminal: The terminal whose width and colors apply.
    public init(_ columns: [Column], terminal: Terminal) {
        let contents = columns.map { Content($0) }
        let rows = contents.map(\.cells.count).max() ?? 0
        self.rows = rows
        self.columns = contents.map { $0.filled(to: rows) }
        self.terminal = terminal
        layout = TableLayout(width: terminal.knownWidth, columns: self.columns)
    }

    /// The header line and one line per row, each with a trailing line feed.
    public var text: String {
        (-1..<rows).map { line($0) + "\n" }.joined()
    }

    /// Returns the line of a row, where row -1 is the header.
    private func line(_ row: Int) -> String {
        var cells: [String] = []
        for (column, width) in zip(columns, layout.widths) {
            let text = (row < 0 ? column.header : column.cells[row]).fitted(to: width)
            let aligned = column.isText ? text.padded(to: width) : text.rightAligned(to: width)
            let style = row < 0 ? .bold : column.style
            cells.append(style.map { terminal.styled(aligned, $0) } ?? aligned)
            guard let bar = column.bar, layout.bar > 0 else { continue }
            let blocks = row < 0 ? "" : Bar.text(column.shares[row], width: layout.bar)
            cells.append(terminal.styled(blocks, bar) + String(repeating: " ", count: layout.bar - blocks.count))
        }
        let line = cells.joined(separator: String(repeating: " ", count: layout.gap))
        return String(line.reversed().drop { $0 == " " }.reversed())
    }
}
