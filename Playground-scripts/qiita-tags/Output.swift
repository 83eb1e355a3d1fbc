#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Standard output and standard error, unbuffered.
enum Output {
    /// Standard output could not be written to.
    struct Failure: Error, CustomStringConvertible {
        let code: Int32

        /// Whether the reader has gone, as `head` does: no failure of this program.
        var isClosedPipe: Bool { code == EPIPE }

        var description: String {
            "cannot write to standard output: \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
        }
    }

    /// Makes sure that no socket takes the place of a standard stream that the caller has closed.
    ///
    /// What is written there then fails. Call it before anything is opened.
    static func reserveStandardStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is taken, which is this one.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Writes a result.
    static func write(_ text: String) throws(Failure) {
        try write(text, to: STDOUT_FILENO)
    }

    /// Writes a notice or an error, as one line that begins with the program's name.
    static func note(_ text: String, hiding secret: String? = nil) {
        var text = text.printable(keeping: ["\n", "\t"])
        // A server may repeat a token. One of three letters is none: they would be hidden in every word.
        if let secret, secret.utf8.count >= 4 { text.replace(secret, with: "<redacted>") }
        // Where standard error is closed, there is nobody to tell.
        try? write("qiita-tags: \(text)\n", to: STDERR_FILENO)
    }

    /// Writes over the line in which the cursor of the terminal at standard error stands.
    static func overwriteNote(_ text: String) {
        try? write("\r\u{1B}[K\(text)", to: STDERR_FILENO)
    }

    private static func write(_ text: String, to descriptor: Int32) throws(Failure) {
        var rest = Array(text.utf8)[...]
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
