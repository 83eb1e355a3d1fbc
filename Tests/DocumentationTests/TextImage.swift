/// An SVG image of the lines that a program prints.
enum TextImage {
    /// The ends of the file names for light and dark pages, and the colors of the text and the background.
    static let appearances = [("", "#1d1d1f", "#f0f0f5"), ("~dark", "#f5f5f7", "#333336")]

    /// Returns the text of an SVG file.
    static func svg(_ text: String, ink: String, background: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let width = 24 + 8 * (lines.map(\.count).max() ?? 0)
        let height = 24 + 20 * lines.count
        let body = lines.enumerated().map { index, line in
            let escaped = line.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            return "<text x=\"12\" y=\"\(27 + 20 * index)\" xml:space=\"preserve\">\(escaped)</text>\n"
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
            font-family="ui-monospace, Menlo, monospace" font-size="13" fill="\(ink)">
            <rect width="\(width)" height="\(height)" rx="8" fill="\(background)"/>
            \(body.joined())</svg>

            """
    }
}
