/// A horizontal bar of block characters with a resolution of an eighth of a column.
enum Bar: Sendable {
    /// Returns a bar.
    ///
    /// A share greater than zero is drawn as at least an eighth of a column.
    ///
    /// - Parameters:
    ///   - share: The filled share of the width, from 0 to 1.
    ///   - width: The width of a full bar in columns.
    /// - Returns: The bar without trailing spaces. Each character is one column wide.
    static func text(_ share: Double, width: Int) -> String {
        guard share > 0, width > 0 else { return "" }
        let eighths = max(Int((min(share, 1) * Double(width * 8)).rounded()), 1)
        var text = String(repeating: "█", count: eighths / 8)
        if eighths % 8 > 0 { text += ["▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8 - 1] }
        return text
    }
}
