import RillSystem
import Synchronization

/// Standard output and standard error, unbuffered.
public enum Output: Sendable {
    /// An error that occurred while writing to standard output.
    public struct Failure: Error, CustomStringConvertible {
        let code: Int32

        /// The error that is thrown if the reader of standard output has closed the pipe.
        public static let closedPipe = Failure(code: EPIPE)

        /// Whether the write failed because the reader closed the pipe, as `head` does.
        ///
        /// Scripts should not treat this as an error.
        public var isClosedPipe: Bool { code == EPIPE }

        /// A description of the failure.
        public var description: String {
            "cannot write to standard output: \(FileSystemCalls.text(of: code))"
        }
    }

    /// The file name of the executable.
    public static let program =
        CommandLine.arguments.first?.split(separator: "/").last.map { String($0) } ?? "script"

    private static let secrets = Locked<Set<String>>([])

    /// The number of status lines at the end of standard error, which the next message must erase.
    private static let statusLineCount = Locked(0)

    /// The number of running calls of ``write(_:)``.
    private static let writers = Atomic(0)

    /// Prepares the standard streams.
    ///
    /// Call this method before opening any file or socket. ``Command/run(isolation:_:)`` calls it.
    public static func prepare() {
        // `write` reports a closed pipe as an error. `print` ignores the error, so it terminates the process.
        signal(SIGPIPE) { _ in
            guard Output.writers.load(ordering: .relaxed) == 0, !Output.hasReader else { return }
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        // A socket must not be assigned the descriptor of a standard stream that the caller closed.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            // `open` returns the lowest unused descriptor, which is this one. The access mode makes reads from standard
            // input and writes to standard output or standard error fail.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes text to standard output.
    ///
    /// This method blocks until all bytes are written.
    ///
    /// - Parameter text: The text, encoded as UTF-8.
    public static func write(_ text: String) throws(Failure) {
        try write(Array(text.utf8))
    }

    /// Writes bytes to standard output.
    ///
    /// This method blocks until all bytes are written.
    ///
    /// - Parameter bytes: The bytes.
    public static func write(_ bytes: [UInt8]) throws(Failure) {
        writers.add(1, ordering: .relaxed)
        defer { writers.subtract(1, ordering: .relaxed) }
        try write(bytes, to: STDOUT_FILENO)
    }

    /// Whether standard output still has a reader.
    ///
    /// The value is `false` if standard output is a pipe or socket whose reader has closed it, or a disconnected
    /// terminal.
    public static var hasReader: Bool {
        // On Apple platforms, `poll` reports nothing without a requested event.
        var entry = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) <= 0 || Int32(entry.revents) & Int32(POLLERR | POLLHUP) == 0
    }

    /// Redacts a secret in all later notices and log lines.
    ///
    /// - Parameter secret: The secret. Secrets of fewer than four bytes are not redacted, because they occur in ordinary
    ///   words.
    public static func redact(_ secret: String) {
        if secret.utf8.count >= 4 { secrets.withLock { _ = $0.insert(secret.printable(keeping: ["\n", "\t"])) } }
    }

    /// Writes a notice or an error to standard error, after the program name.
    ///
    /// Terminal control characters are replaced, and secrets are redacted.
    ///
    /// - Parameter text: The text without a trailing line feed.
    public static func note(_ text: String) {
        trace("\(program): \(text)")
    }

    /// Writes log lines to standard error without the program name.
    ///
    /// Terminal control characters are replaced, and secrets are redacted.
    ///
    /// - Parameter text: The text without a trailing line feed.
    public static func trace(_ text: String) {
        writeErrors(redacted(text) + "\n")
    }

    static func redacted(_ text: String) -> String {
        // A secret can contain another one.
        let secrets = secrets.withLock { $0 }.sorted { $0.count > $1.count }
        return secrets.reduce(text.printable(keeping: ["\n", "\t"])) { $0.replacing($1, with: "<redacted>") }
    }

    /// Replaces the status lines at the end of the terminal connected to standard error.
    ///
    /// The next message also erases the status lines.
    ///
    /// - Parameter lines: The new status lines, each of which must be shorter than the width of the terminal. Defaults
    ///   to none, which erases the status lines.
    public static func showStatus(_ lines: String...) {
        showStatus(lines)
    }

    static func showStatus(_ lines: [String]) {
        writeErrors(lines.joined(separator: "\n"), statusLines: lines.count)
    }

    /// Erases the status lines, and writes text whose last `statusLines` lines become the new status lines.
    private static func writeErrors(_ text: String, statusLines: Int = 0) {
        statusLineCount.withLock { count in
            let lines = max(count, statusLines > 0 ? 1 : 0)
            let erasure = lines == 0 ? "" : "\r\u{1B}[K" + String(repeating: "\u{1B}[A\u{1B}[K", count: lines - 1)
            count = statusLines
            // Write errors are ignored: there is no other stream to report them to.
            try? write(Array((erasure + text).utf8), to: STDERR_FILENO)
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { RillSystem.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&entry, 1, -1)
            } else if errno != EINTR {
                throw Failure(code: errno)
            }
        }
    }
}
