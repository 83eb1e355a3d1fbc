#if os(Linux)
    import Foundation
    import Testing

    /// A pseudoterminal that captures the output of a process.
    final class PseudoTerminal: Sendable {
        /// The slave side of the pseudoterminal, which the process reads and writes.
        let handle: FileHandle
        private let screen: Int32

        init(columns: UInt16) throws {
            screen = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            // Unlocks the slave side and gets its number, like `unlockpt` and `ptsname`.
            var number: Int32 = 0
            var lock: Int32 = 0
            try #require(ioctl(screen, 0x4004_5431, &lock) == 0 && ioctl(screen, 0x8004_5430, &number) == 0)
            var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            try #require(ioctl(screen, UInt(TIOCSWINSZ), &size) == 0)
            handle = try #require(FileHandle(forUpdatingAtPath: "/dev/pts/\(number)"))
        }

        deinit {
            try? handle.close()
            close(screen)
        }

        /// Whether the terminal echoes the keys.
        var hasEcho: Bool {
            var settings = termios()
            return tcgetattr(screen, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO | ICANON) != 0
        }

        /// Sends keys to the process.
        func type(_ keys: String) {
            _ = write(screen, keys, keys.utf8.count)
        }

        /// Returns the captured output with the original line feeds.
        func textSoFar() -> String {
            _ = fcntl(screen, F_SETFL, O_NONBLOCK)
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while case let count = read(screen, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
            return String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
        }
    }
#endif
