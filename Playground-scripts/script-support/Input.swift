import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What somebody else hands to a program: its standard input, or a file of whatever kind.
package enum Input: Sendable, Hashable {
    case standard
    /// The file at a path.
    case file(String)

    /// Why it could not be read.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Finds out what a path names; a dash is standard input.
    package init(path: String) {
        // By the other names a closed one could not be told from an empty one.
        self = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(path) ? .standard : .file(path)
    }

    /// Its name, for texts.
    package var name: String {
        switch self {
        case .standard: "standard input"
        case .file(let path): path
        }
    }

    /// Whether it is a file that is as long as the system says.
    ///
    /// A pipe has no length, and the files that the system makes up, in `/proc` and `/sys`, have none or the length of a
    /// page. So a file that is short is never known to have its length; it is read soon enough.
    package var hasKnownLength: Bool {
        guard case .file(let path) = self else { return false }
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 1 << 16
    }

    /// Reads all there is.
    ///
    /// Whoever writes may take any time, and nothing ends that waiting: it is done on a thread of its own, which a program
    /// that has enough of it leaves behind when it exits.
    ///
    /// - Parameter limit: How many bytes there may be.
    /// - Returns: The bytes.
    /// - Throws: ``Failure``.
    package func read(limit: Int) async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "script.input").async {
                continuation.resume(with: Result { try readToEnd(limit) })
            }
        }
    }

    /// Hands over one line after the other, as they come.
    ///
    /// As with ``read(limit:)``, nothing ends the waiting.
    ///
    /// - Parameters:
    ///   - limit: How many bytes a line may have.
    ///   - take: Called with each line, without its line feed, on a thread of its own; returns whether it wants more.
    /// - Throws: ``Failure``.
    package func readLines(limit: Int = 1 << 16, _ take: @escaping @Sendable (String) -> Bool) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            DispatchQueue(label: "script.input").async {
                continuation.resume(with: Result { try readToEnd(limit, take) })
            }
        }
    }

    private func readToEnd(_ limit: Int, _ take: (String) -> Bool) throws {
        var line: [UInt8] = []
        var isWanted = true
        try readPieces { piece in
            for byte in piece where isWanted {
                if byte == UInt8(ascii: "\n") {
                    isWanted = take(String(decoding: line, as: UTF8.self))
                    line.removeAll(keepingCapacity: true)
                } else {
                    guard line.count < limit else {
                        throw Failure(description: "\(name) has a line of more than \(limit.grouped) bytes")
                    }
                    line.append(byte)
                }
            }
            return isWanted
        }
        if isWanted, !line.isEmpty { _ = take(String(decoding: line, as: UTF8.self)) }
    }

    private func readToEnd(_ limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try readPieces { piece in
            guard bytes.count + piece.count <= limit else {
                throw Failure(description: "\(name) is too long: more than \(limit.grouped) bytes")
            }
            bytes += piece
            return true
        }
        return bytes
    }

    /// Reads to the end, or until a piece is answered with false.
    private func readPieces(_ take: (ArraySlice<UInt8>) throws -> Bool) throws {
        let descriptor = try open()
        defer { if self != .standard { close(descriptor) } }
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = piece.withUnsafeMutableBytes { systemRead(descriptor, $0) }
            if count == 0 { return }
            if count > 0 {
                guard try take(piece[..<count]) else { return }
            } else if errno == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&entry, 1, -1)
            } else if errno != EINTR {
                throw failure(errno)
            }
        }
    }

    private func open() throws -> Int32 {
        guard case .file(let path) = self else { return STDIN_FILENO }
        while true {
            let descriptor = systemOpen(path)
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw failure(errno) }
        }
    }

    private func failure(_ code: Int32) -> Failure {
        let reason =
            code == EBADF ? "it is closed" : strerror(code).map { String(cString: $0) } ?? "error \(code)"
        return Failure(description: "\(name) cannot be read: \(reason)")
    }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, bytes.baseAddress, bytes.count)
}

private func systemOpen(_ path: String) -> Int32 {
    open(path, O_RDONLY | O_CLOEXEC)
}
