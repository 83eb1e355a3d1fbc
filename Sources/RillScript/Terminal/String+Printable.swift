internal import RillSystem

extension String {
    /// Returns the text with U+FFFD in place of characters that move the cursor, change colors, end a line, override the
    /// text direction, or hide other text.
    ///
    /// Use it for text from a server before writing it to a terminal. Invisible characters that also occur in harmless
    /// texts, such as the soft hyphen, are removed.
    ///
    /// - Parameter kept: The deceptive characters to keep, such as line feeds. Defaults to none.
    /// - Returns: The text without deceptive characters.
    public func printable(keeping kept: Set<Unicode.Scalar> = []) -> String {
        removingDeceptiveCharacters(keeping: kept)
    }
}
