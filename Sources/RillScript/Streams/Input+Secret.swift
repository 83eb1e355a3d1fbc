import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Input {
    /// Prompts for a secret on the terminal of the process, and reads it without echo.
    ///
    ///     if Input.standard.isInteractive { password = try await Input.readSecret(prompt: "Password: ") }
    ///
    /// The terminal is used even if standard input and output are redirected. Backspace deletes the last character,
    /// Ctrl-U deletes all characters, and Ctrl-C interrupts the process. The settings of the terminal are restored
    /// before this method returns.
    ///
    /// - Parameter prompt: The prompt, such as `Password: `.
    /// - Returns: The text without the line feed.
    /// - Throws: ``Failure`` if the process has no terminal or the input ends.
    public static func readSecret(prompt: String) async throws -> String {
        try await readSecret(prompt: prompt, terminal: "/dev/tty")
    }

    /// Prompts for a secret on the terminal at a path.
    public static func readSecret(prompt: String, terminal: String) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "script.secret").async {
                continuation.resume(with: Result { try SecretPrompt(terminal).read(prompt) })
            }
        }
    }
}

/// A terminal whose input is not echoed.
private final class SecretPrompt {
    private static let limit = 4_096

    private let descriptor: Int32
    private let settings: termios

    /// Opens a terminal and turns off its echo.
    init(_ path: String) throws {
        descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure("no terminal") }
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else {
            close(descriptor)
            throw Self.failure("\(path) is not a terminal")
        }
        self.settings = settings
        // Input is read byte by byte, and Ctrl-C is read as a byte instead of raising a signal, so that the echo is
        // turned on again before the process ends.
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(descriptor, TCSADRAIN, &settings)
    }

    deinit {
        restore()
        close(descriptor)
    }

    private func restore() {
        var settings = settings
        tcsetattr(descriptor, TCSADRAIN, &settings)
    }

    func read(_ prompt: String) throws -> String {
        write(prompt)
        defer { write("\n") }
        var bytes: [UInt8] = []
        while bytes.count < Self.limit {
            switch readByte() {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return String(decoding: bytes, as: UTF8.self)
            case 0x7F, 0x08:  // Backspace
                let text = String(decoding: bytes, as: UTF8.self)
                bytes = Array(text.dropLast().utf8)
            case 0x15: bytes.removeAll()  // Ctrl-U
            case 0x03:  // Ctrl-C
                restore()
                kill(getpid(), SIGINT)
                throw CancellationError()
            case nil, 0x04: throw Self.failure("the input ended")  // Ctrl-D
            case let byte?: bytes.append(byte)
            }
        }
        throw Self.failure("it exceeds \(Self.limit.grouped) bytes")
    }

    private func readByte() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = systemRead(descriptor, &byte)
            if count == 1 { return byte }
            if count == 0 || errno != EINTR { return nil }
        }
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = systemWrite(descriptor, bytes)
    }

    private static func failure(_ reason: String) -> Input.Failure {
        Input.Failure(description: "cannot read the secret: \(reason)")
    }
}

private func systemRead(_ descriptor: Int32, _ byte: inout UInt8) -> Int {
    read(descriptor, &byte, 1)
}

private func systemWrite(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
    write(descriptor, bytes, bytes.count)
}
