extension String {
    /// The width in terminal columns: two for a wide character such as 初, zero for a combining character.
    public var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

    /// Returns the text truncated to a width, with an ellipsis at the end if characters were removed.
    public func fitted(to width: Int) -> String {
        guard displayWidth > width else { return self }
        var result = ""
        var used = 0
        for character in self {
            guard used + character.displayWidth < width else { break }
            result.append(character)
            used += character.displayWidth
        }
        return width > 0 ? result + "…" : ""
    }

    /// Returns the text padded with trailing spaces to a width.
    public func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(width - displayWidth, 0))
    }

    /// Returns the text padded to a width with leading spaces, or with another character that is one column wide.
    public func rightAligned(to width: Int, filledWith filler: Character = " ") -> String {
        String(repeating: filler, count: max(width - displayWidth, 0)) + self
    }
}

extension Character {
    fileprivate var displayWidth: Int {
        // An emoji sequence (a flag, a family, a skin tone) is rendered as one emoji.
        if unicodeScalars.contains(where: { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }) { return 2 }
        return unicodeScalars.reduce(0) { $0 + $1.displayWidth }
    }
}

extension Unicode.Scalar {
    fileprivate var displayWidth: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // Hangul vowels and final consonants combine with the preceding syllable.
        if ("\u{1160}"..."\u{11FF}").contains(self) { return 0 }
        return Self.wide.contains { $0.contains(self) } ? 2 : 1
    }

    /// The ranges of characters that are two columns wide (Unicode East Asian Width W and F).
    private static let wide: [ClosedRange<Unicode.Scalar>] = [
        "\u{1100}"..."\u{115F}", "\u{2E80}"..."\u{303E}", "\u{3041}"..."\u{33FF}", "\u{3400}"..."\u{4DBF}",
        "\u{4E00}"..."\u{9FFF}", "\u{A000}"..."\u{A4CF}", "\u{A960}"..."\u{A97C}", "\u{AC00}"..."\u{D7A3}",
        "\u{F900}"..."\u{FAFF}", "\u{FE30}"..."\u{FE6F}", "\u{FF00}"..."\u{FF60}", "\u{FFE0}"..."\u{FFE6}",
        "\u{17000}"..."\u{18CFF}", "\u{1B000}"..."\u{1B2FF}", "\u{1F200}"..."\u{1F2FF}", "\u{20000}"..."\u{3FFFD}",
    ]
}
