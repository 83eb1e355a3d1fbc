/// A bar of a diagram, drawn in eighths of a column.
package enum Bar {
    /// Draws a bar; whatever is above zero shows.
    ///
    /// - Parameters:
    ///   - share: How much of the width is filled, 0 to 1.
    ///   - width: How many columns a full bar has.
    /// - Returns: The bar without blanks behind it, one column to a character.
    package static func text(_ share: Double, width: Int) -> String {
        guard share > 0, width > 0 else { return "" }
        let eighths = max(Int((min(share, 1) * Double(width * 8)).rounded()), 1)
        var text = String(repeating: "█", count: eighths / 8)
        if eighths % 8 > 0 { text += ["▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8 - 1] }
        return text
    }
}
