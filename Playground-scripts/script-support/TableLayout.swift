/// How the width of a line is shared out.
///
/// Numbers are never cut. Where there is little room, first the bars get shorter, then long words, the longest first, then the
/// headers of numbers, then words again; then the bars go.
struct TableLayout {
    /// The width of each column, without its bar.
    let widths: [Int]
    /// The width of each bar; zero for none.
    let bar: Int
    let gap: Int

    /// A bar of this length still tells a half from a third.
    private static let shortBar = 6
    private static let longText = 16
    private static let shortText = 8
    /// One shorter than this tells nothing.
    private static let shortestBar = 3

    init(width: Int, columns: [TextTable.Column]) {
        let gap = width < 60 ? 1 : 2
        let bars = columns.filter(\.hasBar).count
        let texts = columns.indices.filter { columns[$0].isText }
        /// What is left of a line of columns that are so wide, with so many bars.
        func room(_ widths: [Int], bars: Int) -> Int {
            width - widths.reduce(0, +) - (widths.count + bars - 1) * gap
        }
        let wide = columns.map(\.width)
        let narrow = columns.map { $0.isText ? $0.width : $0.cellWidth }
        let wanted = Self.shortBar * bars
        for (widths, shortest) in [(wide, Self.longText), (narrow, Self.longText), (narrow, Self.shortText)] {
            let cut = Self.cut(widths, texts, by: wanted - room(widths, bars: bars), to: shortest)
            let left = room(cut, bars: bars)
            let bar = bars > 0 ? left / bars : 0
            // The last time, shorter bars will do.
            let shortestBar = shortest == Self.shortText ? Self.shortestBar : Self.shortBar
            if left >= 0, bars == 0 || bar >= shortestBar {
                self.init(widths: cut, bar: bar, gap: gap)
                return
            }
        }
        self.init(widths: Self.cut(narrow, texts, by: -room(narrow, bars: 0), to: 1), bar: 0, gap: gap)
    }

    private init(widths: [Int], bar: Int, gap: Int) {
        self.widths = widths
        self.bar = bar
        self.gap = gap
    }

    /// Takes away what is missing from the widest of the columns that may be cut, as long as one is wider than the shortest.
    private static func cut(_ widths: [Int], _ places: [Int], by missing: Int, to shortest: Int) -> [Int] {
        var widths = widths
        for _ in 0..<max(missing, 0) {
            guard let widest = places.max(by: { widths[$0] < widths[$1] }), widths[widest] > shortest else { break }
            widths[widest] -= 1
        }
        return widths
    }
}

extension TextTable.Column {
    fileprivate var isText: Bool {
        if case .text = self { true } else { false }
    }

    fileprivate var hasBar: Bool {
        if case .counts(_, _, .some) = self { true } else { false }
    }

    /// The columns of the terminal that the cells need, the header left aside.
    fileprivate var cellWidth: Int {
        switch self {
        case .text(_, let cells, _): cells.map(\.displayWidth).max() ?? 0
        case .counts(_, let counts, _): counts.map(\.grouped.count).max() ?? 0
        }
    }

    fileprivate var width: Int {
        switch self {
        case .text(let header, _, _), .counts(let header, _, _): max(cellWidth, header.displayWidth)
        }
    }
}
