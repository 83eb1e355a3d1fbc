import RillSystem

/// A terminal whose input is read byte by byte and is not echoed.
final class Keyboard: Sendable {
    /// The error that `readLine(onChange:)` throws after Ctrl-C.
    ///
    /// The reader does not report it, because the signal ends the process, or cancels the task, a moment later.
    struct Interruption: Error {}

    private static let limit = 4_096

    /// The settings to restore, by descriptor.
    private static let settings = Locked<[Int32: termios]>([:])

    private let descriptor: Int32
    private let failure: String

    /// Opens a terminal and turns off its echo.
    ///
    /// - Parameters:
    ///   - path: The path of the terminal.
    ///   - failure: The start of error messages.
    init(_ path: String, failure: String) throws {
        self.failure = failure
        descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Input.Failure(description: "\(failure): no terminal") }
        var settings = termios()
        // All properties are set, so that `deinit` closes the descriptor if the initializer throws.
        guard tcgetattr(descriptor, &settings) == 0 else {
            throw Input.Failure(description: "\(failure): \(path) is not a terminal")
        }
        Self.settings.withLock { [settings] in $0[descriptor] = settings }
        // Ctrl-C is read as a byte instead of raising a signal, so that the echo is turned on again before the process
        // ends.
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(descriptor, TCSANOW, &settings)
    }

    deinit {
        restore()
        close(descriptor)
    }

    /// Restores the settings of the terminal.
    func restore() {
        Self.settings.withLock { settings in
            guard var previous = settings.removeValue(forKey: descriptor) else { return }
            tcsetattr(descriptor, TCSANOW, &previous)
        }
    }

    /// Restores the settings of all terminals before the process ends.
    static func restoreAll() {
        settings.withLock { settings in
            for (descriptor, var previous) in settings { tcsetattr(descriptor, TCSANOW, &previous) }
            settings = [:]
        }
    }

    /// Reads a line that the user edits.
    ///
    /// - Parameter change: A closure that is called with the text after each change. It returns whether to read more.
    /// - Returns: The line when Return is pressed, or `nil` if the input ended or the settings have been restored.
    func readLine(onChange change: (String) -> Bool = { _ in true }) throws -> String? {
        var bytes: [UInt8] = []
        while bytes.count < Self.limit {
            switch readByte() {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return String(decoding: bytes, as: UTF8.self)
            case 0x7F, 0x08: bytes = Array(String(decoding: bytes, as: UTF8.self).dropLast().utf8)  // Backspace
            case 0x15: bytes.removeAll()  // Ctrl-U
            case 0x03:  // Ctrl-C
                restore()
                // The terminal would send the signal to all processes of the group.
                kill(0, SIGINT)
                throw Interruption()
            case nil, 0x04: return nil  // Ctrl-D
            case 0x1B:
                skipEscapeSequence()
                continue
            case let byte?: bytes.append(byte)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            // A character of several bytes arrives in several reads.
            if text.utf8.elementsEqual(bytes), !change(text) { return nil }
        }
        throw Input.Failure(description: "\(failure): it exceeds \(Self.limit.grouped) bytes")
    }

    /// Skips the rest of the sequence that an arrow key or a function key sends.
    private func skipEscapeSequence() {
        guard let first = readByte(), first == UInt8(ascii: "[") || first == UInt8(ascii: "O") else { return }
        while let byte = readByte(), !(0x40...0x7E).contains(byte) {}
    }

    /// Waits for a byte.
    ///
    /// - Returns: The byte, or `nil` if the terminal has been closed or its settings have been restored.
    private func readByte() -> UInt8? {
        var byte: UInt8 = 0
        while Self.settings.withLock({ $0[descriptor] != nil }) {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // Ends without input, too, so that a reader ends soon after its subscription.
            let count = poll(&entry, 1, 100)
            if count == 0 || count < 0 && errno == EINTR { continue }
            return count == 1 && read(descriptor, &byte, 1) == 1 ? byte : nil
        }
        return nil
    }

    /// Writes text to the terminal.
    func show(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }
}
