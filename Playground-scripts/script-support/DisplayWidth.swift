extension String {
    /// How many columns of a terminal the text takes: two for a wide character such as 初, none for a combining one.
    package var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

    /// The text cut to a width, with an ellipsis in the place of what is missing.
    package func fitted(to width: Int) -> String {
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

    /// The text with spaces behind it, up to a width.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(width - displayWidth, 0))
    }

    /// The text with spaces, or another character of one column, before it, up to a width.
    package func rightAligned(to width: Int, filledWith filler: Character = " ") -> String {
        String(repeating: filler, count: max(width - displayWidth, 0)) + self
    }

    /// The text without characters that could move the cursor, change colours, or turn the direction of writing.
    ///
    /// What a server sends is not to be trusted with a terminal.
    package func printable(keeping kept: Set<Unicode.Scalar> = []) -> String {
        var result = UnicodeScalarView()
        for scalar in unicodeScalars {
            let isHarmless = kept.contains(scalar) || !(scalar.isControl || scalar.turnsDirection)
            result.append(isHarmless ? scalar : "\u{FFFD}")
        }
        return String(result)
    }
}

extension Character {
    fileprivate var displayWidth: Int {
        // An emoji of several parts (a flag, a family, a skin tone) is drawn as one.
        if unicodeScalars.contains(where: { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }) { return 2 }
        return unicodeScalars.reduce(0) { $0 + $1.displayWidth }
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    fileprivate var turnsDirection: Bool {
        ("\u{202A}"..."\u{202E}").contains(self) || ("\u{2066}"..."\u{2069}").contains(self)
    }

    fileprivate var displayWidth: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // The vowels and finals of Hangul are drawn into the syllable that began before them.
        if ("\u{1160}"..."\u{11FF}").contains(self) { return 0 }
        return Self.wide.contains { $0.contains(self) } ? 2 : 1
    }

    /// The scripts and symbols that take two columns (Unicode's East Asian Width W and F).
    private static let wide: [ClosedRange<Unicode.Scalar>] = [
        "\u{1100}"..."\u{115F}", "\u{2E80}"..."\u{303E}", "\u{3041}"..."\u{33FF}", "\u{3400}"..."\u{4DBF}",
        "\u{4E00}"..."\u{9FFF}", "\u{A000}"..."\u{A4CF}", "\u{A960}"..."\u{A97C}", "\u{AC00}"..."\u{D7A3}",
        "\u{F900}"..."\u{FAFF}", "\u{FE30}"..."\u{FE6F}", "\u{FF00}"..."\u{FF60}", "\u{FFE0}"..."\u{FFE6}",
        "\u{17000}"..."\u{18CFF}", "\u{1B000}"..."\u{1B2FF}", "\u{1F200}"..."\u{1F2FF}", "\u{20000}"..."\u{3FFFD}",
    ]
}
