/// The characters with which a text can mislead its reader, and harmless texts that contain similar characters.
///
/// Each module that makes texts printable tests its copy of the rule with this table.
package enum DeceptiveText {
    /// The characters that are replaced by U+FFFD.
    package static let replaced: [Unicode.Scalar] = [
        "\u{1B}", "\u{7}", "\0", "\u{8}", "\u{9B}", "\u{85}", "\u{7F}", "\n", "\r", "\u{B}", "\u{C}", "\u{2028}",
        "\u{2029}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2064}", "\u{FEFF}", "\u{E0041}", "\u{E007F}",
        "\u{FFF9}",
    ]

    /// The characters that are removed.
    package static let removed: [Unicode.Scalar] = [
        "\u{AD}", "\u{200B}", "\u{2060}", "\u{200E}", "\u{200F}", "\u{61C}",
    ]

    /// Texts that do not change.
    package static let harmless = [
        "", "a/b", "初心者 é", "👩‍👩‍👧 ❤️ 🇯🇵", "می‌خواهم", "\u{600}\u{661}", "a🏴b",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} England",
    ]

    /// Texts and their printable form.
    package static let cases: [(text: String, printable: String)] =
        replaced.map { ("a\($0)b", "a\u{FFFD}b") } + removed.map { ("a\($0)b", "ab") } + harmless.map { ($0, $0) } + [
            ("ภาษา\u{200B}ไทย Silben\u{AD}trennung", "ภาษาไทย Silbentrennung"),
            // A flag without an end tag, and one whose tags contain more than the name of a region.
            ("\u{1F3F4}\u{E0067}b", "\u{1F3F4}\u{FFFD}b"),
            (
                "\u{1F3F4}" + String(repeating: "\u{E0061}", count: 7) + "\u{E007F}",
                "\u{1F3F4}" + String(repeating: "\u{FFFD}", count: 8)
            ),
        ]
}
