/// An SVG image of marble diagrams.
///
/// Each stream is a line with circles for elements, a bar for completion, a cross for an error, and a dashed bar for
/// disposal. Code is shown in a box above the streams that it produces.
package struct MarbleImage {
    /// The colors of an image.
    package struct Appearance: Sendable {
        fileprivate let ink: String
        fileprivate let box: String
        fileprivate let error: String

        /// The style element if the colors follow the viewer's light or dark appearance; otherwise, an empty string.
        fileprivate var style = ""

        /// The colors on a light background.
        package static let light = Appearance(ink: "#1d1d1f", box: "#f0f0f5", error: "#d70015")

        /// The colors on a dark background.
        package static let dark = Appearance(ink: "#f5f5f7", box: "#333336", error: "#ff6961")

        /// The light or dark colors, depending on the preference of the viewer, with a background.
        package static let automatic = Appearance(
            ink: "var(--ink)", box: "var(--box)", error: "var(--error)",
            style: """
                <style>
                svg { color-scheme: light dark; background: #fff; \(light.variables) }
                @media (prefers-color-scheme: dark) { svg { background: #161618; \(dark.variables) } }
                </style>

                """)

        private var variables: String { "--ink: \(ink); --box: \(box); --error: \(error);" }
    }

    /// A stream, which is drawn as a line.
    package struct Row {
        fileprivate let label: String
        fileprivate let code: String?
        fileprivate let start: Int
        fileprivate let length: Int
        fileprivate let marks: [(character: Character, tick: Int)]

        /// Creates a row.
        ///
        /// - Parameters:
        ///   - label: The label of the row.
        ///   - code: The code that produces the stream, shown in a box above the line. Defaults to `nil`.
        ///   - start: The tick at which the line starts.
        ///   - length: The length of the line in ticks.
        ///   - marks: The characters with their ticks relative to the start of the line.
        package init(
            label: String, code: String? = nil, start: Int, length: Int, marks: [(character: Character, tick: Int)]
        ) {
            self.label = label
            self.code = code
            self.start = start
            self.length = length
            self.marks = marks
        }
    }

    /// The widths and heights in points.
    private enum Size {
        static let tick = 26
        static let row = 38
        static let line = 18
        static let minimumMargin = 76
        static let radius = 12
        static let character = 8
    }

    private static let fills = ["#8ecae6", "#ffd166", "#b5e2a8", "#f7b2ad", "#cdb4f6", "#ffc09f"]

    private let appearance: Appearance
    private let margin: Int
    private var body = ""
    private var y = 4
    private var width = 0

    /// Returns an image as SVG text.
    ///
    /// - Parameters:
    ///   - rows: The streams.
    ///   - notes: Lines of text below the streams, such as a legend.
    ///   - ruler: The number of ticks on the ruler above the streams. Defaults to 0, which omits the ruler.
    ///   - appearance: The colors.
    /// - Returns: The text of an SVG file.
    package static func svg(_ rows: [Row], notes: [String], ruler: Int = 0, _ appearance: Appearance) -> String {
        let labelWidth = (rows.map(\.label.count).max() ?? 0) * Size.character + 12
        var image = MarbleImage(appearance: appearance, margin: max(Size.minimumMargin, labelWidth))
        image.drawRuler(length: ruler)
        for row in rows { image.draw(row) }
        for note in notes {
            image.body += image.text(note, x: image.margin, y: image.y + 14, anchor: "start")
            image.extend(to: image.margin + note.count * Size.character)
            image.y += 22
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(image.width) \(image.y + 4)" width="\(image.width)" \
            height="\(image.y + 4)" font-family="ui-monospace, Menlo, monospace" font-size="13" fill="\(appearance.ink)" \
            stroke-width="2">
            \(appearance.style)\(image.body)</svg>

            """
    }

    private mutating func drawRuler(length: Int) {
        guard length > 0 else { return }
        for tick in 0..<length { body += text("\(tick)", x: x(tick), y: y + 12, anchor: "middle", fill: "#8e8e93") }
        extend(to: x(length))
        y += 18
    }

    private mutating func draw(_ row: Row) {
        if let code = row.code {
            let calls = Self.lines(of: code)
            let boxWidth = (calls.map(\.count).max() ?? 0) * Size.character + 24
            let boxHeight = 28 + (calls.count - 1) * Size.line
            body += """
                <rect x="\(margin)" y="\(y + 4)" width="\(boxWidth)" height="\(boxHeight)" rx="6" \
                fill="\(appearance.box)"/>

                """
            for (index, call) in calls.enumerated() {
                body += text(call, x: margin + 12, y: y + 23 + index * Size.line, anchor: "start")
            }
            extend(to: margin + boxWidth)
            y += boxHeight + 10
        }
        let ticks = Dictionary(grouping: row.marks, by: \.tick)
        let height = ticks.values.map { $0.filter(isElement).count }.max() ?? 0
        let center = y + Size.row / 2 + max(0, height - 1) * Size.radius
        let isTerminated = row.marks.last.map { !isElement($0) } ?? false
        let end = x(row.start + row.length) + (isTerminated ? -Size.tick : 0)
        body += text(row.label, x: 4, y: center + 4, anchor: "start")
        body += stroke("M\(x(row.start) - Size.tick / 2) \(center)H\(end)", appearance.ink)
        if !isTerminated { body += stroke("M\(end - 6) \(center - 5)l6 5l-6 5", appearance.ink) }
        for (tick, marks) in ticks.sorted(by: { $0.key < $1.key }) {
            let elements = marks.filter(isElement)
            let reach = 15 + max(0, elements.count - 1) * Size.radius
            for mark in marks where !isElement(mark) {
                draw(mark.character, x: x(row.start + tick), center, reach: reach)
            }
            for (index, mark) in elements.enumerated() {
                let offset = (2 * index - elements.count + 1) * Size.radius
                draw(mark.character, x: x(row.start + tick), center + offset)
            }
        }
        extend(to: end)
        y = center + Size.row / 2 + max(0, height - 1) * Size.radius
    }

    /// Splits a chain of more than two operators into one line per call.
    private static func lines(of code: String) -> [String] {
        let calls = code.replacing(/([)}])\./) { "\($0.1)\n." }.split(separator: "\n").map(String.init)
        return calls.count > 2 ? calls : [code]
    }

    /// Draws a mark at a position.
    ///
    /// - Parameter reach: The distance from the line to the ends of a bar.
    private mutating func draw(_ character: Character, x: Int, _ y: Int, reach: Int = 15) {
        switch character {
        case "|": body += stroke("M\(x) \(y - reach)v\(2 * reach)", appearance.ink)
        case "#": body += stroke("M\(x - 8) \(y - 8)l16 16m0 -16l-16 16", appearance.error)
        case "!": body += stroke("M\(x) \(y - reach)v\(2 * reach)", appearance.ink, dashed: true)
        default:
            let color = Self.fills[Int(character.unicodeScalars.first?.value ?? 0) % Self.fills.count]
            body += "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(Size.radius)\" fill=\"\(color)\"/>\n"
            body += text(String(character), x: x, y: y + 4, anchor: "middle", fill: "#1d1d1f")
        }
    }

    private func isElement(_ mark: (character: Character, tick: Int)) -> Bool { !"|#!".contains(mark.character) }

    private func x(_ tick: Int) -> Int { margin + Size.tick / 2 + tick * Size.tick }

    private mutating func extend(to x: Int) { width = max(width, x + 8) }

    private func stroke(_ path: String, _ color: String, dashed: Bool = false) -> String {
        "<path d=\"\(path)\" fill=\"none\" stroke=\"\(color)\"\(dashed ? " stroke-dasharray=\"4 3\"" : "")/>\n"
    }

    private func text(_ text: String, x: Int, y: Int, anchor: String, fill: String? = nil) -> String {
        let escaped = Self.printable(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
        let attributes =
            (anchor == "start" ? "" : " text-anchor=\"\(anchor)\"") + (fill.map { " fill=\"\($0)\"" } ?? "")
        return "<text x=\"\(x)\" y=\"\(y)\"\(attributes)>\(escaped)</text>\n"
    }

    /// Replaces characters that XML does not allow.
    private static func printable(_ text: String) -> String {
        var printable = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isPermitted = scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE && scalar.value != 0x7F
            printable.append(isPermitted ? scalar : "\u{FFFD}")
        }
        return String(printable)
    }
}
