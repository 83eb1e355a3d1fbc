import RillTesting

/// An SVG image of a diagram.
///
/// Each stream is a line with circles for elements, a bar for completion, a cross for an error, and a dashed end for
/// disposal. The code is in a box above its results.
struct DiagramImage {
    /// The colors of a variant of the image.
    struct Appearance: Sendable {
        /// The end of the file names.
        let suffix: String
        let ink: String
        let box: String
        let error: String

        static let all = [
            Appearance(suffix: "", ink: "#1d1d1f", box: "#f0f0f5", error: "#d70015"),
            Appearance(suffix: "~dark", ink: "#f5f5f7", box: "#333336", error: "#ff6961"),
        ]
    }

    /// The widths and heights in points.
    private enum Size {
        static let tick = 26
        static let row = 38
        static let line = 18
        static let margin = 76
        static let radius = 12
        static let character = 8
    }

    private static let fills = ["#8ecae6", "#ffd166", "#b5e2a8", "#f7b2ad", "#cdb4f6", "#ffc09f"]

    private let block: DiagramBlock
    private let appearance: Appearance
    private var body = ""
    private var y = 4
    private var width = 0

    /// Returns the text of the file.
    static func svg(_ block: DiagramBlock, _ appearance: Appearance) throws -> String {
        var image = DiagramImage(block: block, appearance: appearance)
        for line in block.lines where line.label != "where" { try image.draw(line) }
        for line in block.lines where line.label == "where" {
            image.body += image.text(line.text, x: Size.margin, y: image.y + 14, anchor: "start")
            image.extend(to: Size.margin + line.text.count * Size.character)
            image.y += 22
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(image.width) \(image.y + 4)" width="\(image.width)" \
            height="\(image.y + 4)" font-family="ui-monospace, Menlo, monospace" font-size="13" fill="\(appearance.ink)" \
            stroke-width="2">
            \(image.body)</svg>

            """
    }

    private init(block: DiagramBlock, appearance: Appearance) {
        self.block = block
        self.appearance = appearance
    }

    private mutating func draw(_ line: DiagramLine) throws {
        if let code = line.code {
            let calls = Self.lines(of: code)
            let boxWidth = (calls.map(\.count).max() ?? 0) * Size.character + 24
            let boxHeight = 28 + (calls.count - 1) * Size.line
            body += """
                <rect x="\(Size.margin)" y="\(y + 4)" width="\(boxWidth)" height="\(boxHeight)" rx="6" \
                fill="\(appearance.box)"/>

                """
            for (index, call) in calls.enumerated() {
                body += text(call, x: Size.margin + 12, y: y + 23 + index * Size.line, anchor: "start")
            }
            extend(to: Size.margin + boxWidth)
            y += boxHeight + 10
        }
        let (marks, ticks) = (try line.marks, Dictionary(grouping: try line.marks, by: \.tick))
        let height = ticks.values.map { $0.filter(isElement).count }.max() ?? 0
        let center = y + Size.row / 2 + max(0, height - 1) * Size.radius
        let isTerminated = marks.contains { "|#!".contains($0.character) }
        let end = x(line.start + line.length) + (isTerminated ? -Size.tick : 0)
        body += text(line.label, x: 4, y: center + 4, anchor: "start")
        body += stroke("M\(x(line.start) - Size.tick / 2) \(center)H\(end)", appearance.ink)
        if !isTerminated { body += stroke("M\(end - 6) \(center - 5)l6 5l-6 5", appearance.ink) }
        for (tick, marks) in ticks.sorted(by: { $0.key < $1.key }) {
            let elements = marks.filter(isElement)
            let reach = 15 + max(0, elements.count - 1) * Size.radius
            for mark in marks where !isElement(mark) {
                draw(mark.character, x: x(line.start + tick), center, reach: reach)
            }
            for (index, mark) in elements.enumerated() {
                let offset = (2 * index - elements.count + 1) * Size.radius
                draw(mark.character, x: x(line.start + tick), center + offset)
            }
        }
        extend(to: end)
        y = center + Size.row / 2 + max(0, height - 1) * Size.radius
    }

    /// Splits a chain of more than two operators into lines.
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

    private func isElement(_ mark: MarbleScanner.Mark) -> Bool { !"|#!".contains(mark.character) }

    private func x(_ tick: Int) -> Int { Size.margin + Size.tick / 2 + tick * Size.tick }

    private mutating func extend(to x: Int) { width = max(width, x + 8) }

    private func stroke(_ path: String, _ color: String, dashed: Bool = false) -> String {
        "<path d=\"\(path)\" fill=\"none\" stroke=\"\(color)\"\(dashed ? " stroke-dasharray=\"4 3\"" : "")/>\n"
    }

    private func text(_ text: String, x: Int, y: Int, anchor: String, fill: String? = nil) -> String {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        let attributes =
            (anchor == "start" ? "" : " text-anchor=\"\(anchor)\"") + (fill.map { " fill=\"\($0)\"" } ?? "")
        return "<text x=\"\(x)\" y=\"\(y)\"\(attributes)>\(escaped)</text>\n"
    }
}
