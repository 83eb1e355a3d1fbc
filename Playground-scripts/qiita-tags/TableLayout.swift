import ScriptSupport

/// What stands in a column.
struct Column {
    let header: String
    let cells: [String]

    /// The columns of the terminal that the cells need, the header left aside.
    var cellWidth: Int { cells.map(\.displayWidth).max() ?? 0 }

    var width: Int { max(cellWidth, header.displayWidth) }
}

/// How the width of a line is shared out.
///
/// The counts are never cut. Where there is little room, first the bars get shorter, then the headers, then the names; then
/// the bars go.
struct TableLayout {
    let name: Int
    let counts: [Int]
    /// The width of each bar; zero for none.
    let bar: Int
    let gap: Int

    /// A bar of this length still tells a half from a third.
    private static let shortBar = 6
    private static let shortName = 8
    /// One shorter than this tells nothing.
    private static let shortestBar = 3

    init(width: Int, names: Column, counts: [Column]) {
        let gap = width < 60 ? 1 : 2
        /// What is left for each bar.
        func bar(_ name: Int, _ counts: [Int]) -> Int {
            (width - name - counts.reduce(0, +) - 2 * counts.count * gap) / counts.count
        }
        let wide = counts.map(\.width)
        let narrow = counts.map(\.cellWidth)
        let widths = bar(names.width, wide) >= Self.shortBar ? wide : narrow
        let missing = max(Self.shortBar - bar(names.width, widths), 0) * counts.count
        let name = max(names.width - missing, min(names.width, Self.shortName))
        if bar(name, widths) >= Self.shortestBar {
            self.init(name: name, counts: widths, bar: bar(name, widths), gap: gap)
        } else {
            let left = width - widths.reduce(0, +) - counts.count * gap
            self.init(name: max(min(names.width, left), 1), counts: widths, bar: 0, gap: gap)
        }
    }

    private init(name: Int, counts: [Int], bar: Int, gap: Int) {
        self.name = name
        self.counts = counts
        self.bar = bar
        self.gap = gap
    }
}
