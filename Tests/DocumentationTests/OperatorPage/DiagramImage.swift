import RillTesting

/// The images of a diagram, one for each appearance of the page.
enum DiagramImage {
    /// The ends of the file names, and the colors.
    static let appearances: [(suffix: String, colors: MarbleImage.Appearance)] = [("", .light), ("~dark", .dark)]

    /// Returns the text of a file.
    static func svg(_ block: DiagramBlock, _ colors: MarbleImage.Appearance) throws -> String {
        let streams = block.lines.filter { $0.label != "where" }
        let rows = try streams.map { line in
            MarbleImage.Row(
                label: line.label, code: line.code, start: line.start, length: line.length,
                marks: try line.marks.map { ($0.character, $0.tick) })
        }
        return MarbleImage.svg(rows, notes: block.lines.filter { $0.label == "where" }.map(\.text), colors)
    }
}
