#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What is known of the place where the output goes.
package struct Terminal: Sendable {
    /// Which of the standard streams.
    package enum Stream: Sendable {
        case output
        case errors

        fileprivate var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }
    }

    /// How many columns a line has.
    package let width: Int

    /// Whether somebody looks at it while it is written, and a line can be written over.
    package let isInteractive: Bool

    /// Whether escape sequences for colours are understood there, and wanted.
    package let hasColor: Bool

    /// Looks at a standard stream.
    ///
    /// The width is the terminal's own, or `COLUMNS`, or 80.
    package init(_ stream: Stream = .output, environment: [String: String]) {
        let given = environment["COLUMNS"].flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
        width = Self.windowWidth(of: stream) ?? given ?? 80
        isInteractive = isatty(stream.descriptor) == 1 && environment["TERM"] != "dumb"
        hasColor = isInteractive && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// Makes up a place, for tests of what is written there.
    package init(width: Int, isInteractive: Bool = false, hasColor: Bool = false) {
        self.width = width
        self.isInteractive = isInteractive
        self.hasColor = hasColor
    }

    private static func windowWidth(of stream: Stream) -> Int? {
        var size = winsize()
        guard ioctl(stream.descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Marks text with a style, if there are colours.
    package func styled(_ text: String, _ style: Style) -> String {
        hasColor && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The styles in use, by the numbers that terminals know them by.
    package enum Style: Int, Sendable {
        case bold = 1
        case red = 31
        case magenta = 35
        case cyan = 36
    }
}
