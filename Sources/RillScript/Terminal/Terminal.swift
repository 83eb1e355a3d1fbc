public import Foundation

/// The capabilities of the terminal, file, or pipe that a standard stream is connected to.
public struct Terminal: Sendable {
    /// A standard stream.
    public enum Stream: Sendable {
        /// Standard output.
        case output
        /// Standard error.
        case errors

        fileprivate var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }
    }

    /// The stream, or `nil` if the capabilities are given.
    private let stream: Stream?
    /// The width that is used if the terminal does not report one, or `nil` if it is unknown.
    private let defaultWidth: Int?

    /// The current width in columns, or 80 if it is unknown.
    public var width: Int { knownWidth ?? 80 }

    /// The current width, to which tables are fitted, or `nil` if it is unknown.
    var knownWidth: Int? { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } ?? defaultWidth }

    /// The current height in lines, or `nil` if it is unknown.
    var height: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    /// Whether the stream is a terminal that supports cursor control.
    public let isInteractive: Bool

    /// Whether to use color escape sequences.
    public let hasColor: Bool

    /// Inspects a standard stream.
    ///
    /// The width is the width of the terminal or, if it is unknown, the value of the `COLUMNS` variable. Otherwise,
    /// tables are as wide as their cells, so that the output of a pipe or in a file is complete. Colors are used on terminals, unless `NO_COLOR` is set to a nonempty value or `TERM` is `dumb`.
    ///
    /// - Parameters:
    ///   - stream: The stream. Defaults to standard output.
    ///   - environment: The environment variables. Defaults to the variables of the process.
    /// - SeeAlso: <https://no-color.org>
    public init(_ stream: Stream = .output, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.stream = stream
        defaultWidth = environment["COLUMNS"].flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
        isInteractive = isatty(stream.descriptor) == 1 && environment["TERM"] != "dumb"
        hasColor = isInteractive && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// Creates a terminal with the given capabilities, for tests.
    ///
    /// - Parameters:
    ///   - width: The width in columns, from 1 to 10,000. Other values count as the nearest of these.
    ///   - isInteractive: Whether the stream supports cursor control. Defaults to `false`.
    ///   - hasColor: Whether to use color escape sequences. Defaults to `false`.
    public init(width: Int, isInteractive: Bool = false, hasColor: Bool = false) {
        stream = nil
        defaultWidth = min(max(width, 1), 10_000)
        self.isInteractive = isInteractive
        self.hasColor = hasColor
    }

    private var size: winsize? {
        var size = winsize()
        guard let stream, ioctl(stream.descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return size
    }

    /// Returns text enclosed in the escape sequences of a style, or the unchanged text if colors are not used.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - style: The style.
    /// - Returns: The styled text.
    public func styled(_ text: String, _ style: Style) -> String {
        hasColor && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// A text style, whose raw value is the SGR code of the escape sequence.
    public enum Style: Int, Sendable {
        /// Bold text.
        case bold = 1
        /// Red text.
        case red = 31
        /// Magenta text.
        case magenta = 35
        /// Cyan text.
        case cyan = 36
    }
}
