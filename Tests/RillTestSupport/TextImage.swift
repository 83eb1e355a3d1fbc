package import Testing

/// SVG images of the lines that a program prints, for light and dark pages.
package enum TextImage {
    /// The ends of the file names, and the colors of the text and the background.
    private static let appearances = [("", "#1d1d1f", "#f0f0f5"), ("~dark", "#f5f5f7", "#333336")]

    /// Expects that two image files show a text.
    ///
    /// - Parameters:
    ///   - path: The path of the light image without its extension, relative to the root folder of the package.
    ///   - text: The lines.
    ///   - suite: The test suite that updates the files.
    package static func expect(
        _ path: String, shows text: String, suite: String, _ location: SourceLocation = #_sourceLocation
    ) throws {
        for (suffix, ink, background) in appearances {
            let image = svg(text, ink: ink, background: background)
            try PackageFiles.expect("\(path)\(suffix).svg", contains: image, suite: suite, location)
        }
    }

    /// Returns the text of an SVG file.
    private static func svg(_ text: String, ink: String, background: String) -> String {
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
