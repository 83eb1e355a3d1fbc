extension String {
    /// Returns the text with U+FFFD in place of characters that move the cursor, change colors, end a line, override the
    /// text direction, or hide other text.
    ///
    /// Invisible characters that also occur in harmless texts, such as the soft hyphen, are removed.
    ///
    /// - Parameter kept: The deceptive characters to keep, such as line feeds. Defaults to none.
    /// - Returns: The text without deceptive characters.
    public func removingDeceptiveCharacters(keeping kept: Set<Unicode.Scalar> = []) -> String {
        var result = UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if !scalar.isDeceptive || kept.contains(scalar) {
                result.append(scalar)
            } else if !scalar.isRemovable {
                result.append("\u{FFFD}")
            }
            // The flag of England: a black flag, the tag characters `gbeng` and the end tag.
            guard scalar == "\u{1F3F4}" else { continue }
            let tags = rest.prefix(7).prefix { ("\u{E0020}"..."\u{E007F}").contains($0) }
            guard tags.last == "\u{E007F}" else { continue }
            result += tags
            rest = rest.dropFirst(tags.count)
        }
        return String(result)
    }
}

extension Unicode.Scalar {
    /// Whether the character is a control character, ends a line, or is an invisible format character, such as one that
    /// changes the text direction.
    ///
    /// The two characters that join letters and emoji are not deceptive.
    public var isDeceptive: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format:
            properties.isDefaultIgnorableCodePoint && !properties.isJoinControl
                || ("\u{FFF9}"..."\u{FFFB}").contains(self)
        default: false
        }
    }

    /// Whether the character is a soft hyphen, a zero-width space, a word joiner, or a mark of a text direction.
    ///
    /// Harmless texts contain them, and they cannot mislead once removed.
    fileprivate var isRemovable: Bool {
        switch self {
        case "\u{AD}", "\u{200B}", "\u{2060}", "\u{200E}", "\u{200F}", "\u{61C}": true
        default: false
        }
    }
}
