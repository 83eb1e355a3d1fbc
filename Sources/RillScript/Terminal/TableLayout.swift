/// The column widths of a table in a terminal.
///
/// Numbers are never truncated. On narrow terminals, the bars are shortened first, then long text cells (the longest first),
/// then the headers of number columns, then text cells again. Finally, the bars are omitted.
/// Without a width, nothing is shortened.
struct TableLayout {
    /// The width of each column without its bar.
    let widths: [Int]
    /// The width of each bar, or zero if the bars are omitted.
    let bar: Int
    let gap: Int

    /// The preferred minimum width of a bar, at which halves and thirds can still be distinguished.
    private static let shortBar = 6
    private static let longText = 16
    private static let shortText = 8
    /// The width below which bars are omitted.
    private static let shortestBar = 3

    /// The width that the bars fill if the terminal has none.
    private static let defaultWidth = 80
}

extension TableLayout {
    init(width: Int?, columns: [TextTable.Content]) {
        let gap = (width ?? Self.defaultWidth) < 60 ? 1 : 2
        let bars = columns.count { $0.bar != nil }
        let complete =
            columns.map(\.width).reduce(0, +) + bars * Self.shortBar + (columns.count + bars - 1) * gap
        let width = width ?? max(Self.defaultWidth, complete)
        let texts = columns.indices.filter { columns[$0].isText }
        /// Returns the total width that remains for the bars.
        func room(_ widths: [Int], bars: Int) -> Int {
            width - widths.reduce(0, +) - (widths.count + bars - 1) * gap
        }
        let wide = columns.map(\.width)
        let narrow = columns.map { $0.isText ? $0.width : $0.cellWidth }
        let wanted = Self.shortBar * bars
        for (widths, shortest) in [(wide, Self.longText), (narrow, Self.longText), (narrow, Self.shortText)] {
            let shortened = Self.shorten(widths, texts, by: wanted - room(widths, bars: bars), to: shortest)
            let remaining = room(shortened, bars: bars)
            let bar = bars > 0 ? remaining / bars : 0
            // The last attempt accepts shorter bars.
            let shortestBar = shortest == Self.shortText ? Self.shortestBar : Self.shortBar
            if remaining >= 0, bars == 0 || bar >= shortestBar {
                self.init(widths: shortened, bar: bar, gap: gap)
                return
            }
        }
        self.init(widths: Self.shorten(narrow, texts, by: -room(narrow, bars: 0), to: 1), bar: 0, gap: gap)
    }

    /// Returns the widths after repeatedly shortening the widest of the given columns, but not below a minimum width.
    private static func shorten(_ widths: [Int], _ columns: [Int], by excess: Int, to shortest: Int) -> [Int] {
        var widths = widths
        for _ in 0..<max(excess, 0) {
            guard let widest = columns.max(by: { widths[$0] < widths[$1] }), widths[widest] > shortest else { break }
            widths[widest] -= 1
        }
        return widths
    }
}
