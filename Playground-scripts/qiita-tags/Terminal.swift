#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What is known of the place where the output goes.
struct Terminal: Sendable {
    /// How many columns a line has.
    let width: Int

    /// Whether escape sequences for colours are understood there, and wanted.
    let hasColor: Bool

    /// Looks at standard output.
    ///
    /// The width is the terminal's own, or `COLUMNS`, or 80.
    init(environment: [String: String]) {
        let given = environment["COLUMNS"].flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
        width = Self.windowWidth ?? given ?? 80
        hasColor =
            isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    private static var windowWidth: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Marks text with a style, if there are colours.
    func styled(_ text: String, _ style: Style) -> String {
        hasColor && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The styles in use, by the numbers that terminals know them by.
    enum Style: Int {
        case bold = 1
        case cyan = 36
        case magenta = 35
    }
}
