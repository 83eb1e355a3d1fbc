import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Standard output and standard error, unbuffered.
package enum Output {
    /// Standard output could not be written to.
    package struct Failure: Error, CustomStringConvertible {
        let code: Int32

        /// Whether the reader has gone, as `head` does: no failure of this program.
        package var isClosedPipe: Bool { code == EPIPE }

        package var description: String {
            "cannot write to standard output: \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
        }
    }

    /// The name under which the program was started, without its folder.
    package static let program =
        CommandLine.arguments.first?.split(separator: "/").last.map { String($0) } ?? "script"

    /// Whether a line stands at standard error that the next one has to take away.
    private static let hasPassingLine = Atomic(false)

    /// Prepares the standard streams; call it before anything is opened.
    package static func prepare() {
        // A reader that has gone, as `head` does, is noticed by the failing write.
        signal(SIGPIPE, SIG_IGN)
        // No socket must take the place of a standard stream that the caller has closed; what is written there then fails.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is taken, which is this one. What is read there fails, too.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes a result.
    package static func write(_ text: String) throws(Failure) {
        try write(Array(text.utf8))
    }

    /// Writes a piece of a result as it is; waits until it has been taken.
    package static func write(_ bytes: [UInt8]) throws(Failure) {
        try write(bytes, to: STDOUT_FILENO)
    }

    /// Checks that standard output still has a reader, without writing to it.
    ///
    /// - Throws: ``Failure`` if standard output is a pipe or a socket whose reader has closed it.
    package static func checkReader() throws(Failure) {
        var entry = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        if poll(&entry, 1, 0) > 0, Int32(entry.revents) & Int32(POLLERR | POLLHUP) != 0 { throw Failure(code: EPIPE) }
    }

    /// Writes a notice or an error, as one line that begins with the program's name.
    package static func note(_ text: String, hiding secret: String? = nil) {
        var text = text.printable(keeping: ["\n", "\t"])
        // A server may repeat a token. One of three letters is none: they would be hidden in every word.
        if let secret, secret.utf8.count >= 4 { text.replace(secret, with: "<redacted>") }
        writeErrors("\(program): \(text)\n")
    }

    /// Writes lines of a protocol to standard error as they are, but for what could touch the terminal.
    package static func trace(_ text: String) {
        writeErrors(text.printable(keeping: ["\n", "\t"]) + "\n")
    }

    /// Writes over the line in which the cursor of the terminal at standard error stands.
    ///
    /// - Parameter text: What stands there until the next text comes; empty to take the line away.
    package static func overwriteNote(_ text: String) {
        hasPassingLine.store(!text.isEmpty, ordering: .relaxed)
        writeErrors("\r\u{1B}[K\(text)")
    }

    private static func writeErrors(_ text: String) {
        let isBehindPassingLine = text.hasSuffix("\n") && hasPassingLine.exchange(false, ordering: .relaxed)
        // Where standard error is closed, there is nobody to tell.
        try? write(Array(((isBehindPassingLine ? "\r\u{1B}[K" : "") + text).utf8), to: STDERR_FILENO)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
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

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
