internal import Rill

/// The file of one download: written beside its place, and moved there when it is complete.
///
/// All but `close()` is called where the events of the download are delivered. What they ask for after `close()` is not done.
final class DownloadFile: @unchecked Sendable {
    // `isInUse` and `isOver` are guarded by `lock`. The rest is touched by one thread at a time: while `isInUse` is true, by
    // the one who has set it, and once `isOver` is true too, by the one who finishes.

    private let target: String
    private let paths: DownloadPaths
    private let options: DownloadOptions
    private let identity: String
    private let descriptor: Int32

    /// What an earlier download has left, if it can be gone on with.
    let offer: Offer?

    private var progress: DownloadProgress

    /// The head of the answer that is being written.
    private var head: HTTPResponse?

    /// How many bytes the file has to have in the end; nil if nobody knows.
    private var expected: Int?

    /// How many it can have when the answer is over: fewer, if the server sends only a part of what is missing.
    private var limit: Int?

    /// Whether what is there can be gone on with.
    private var isResumable: Bool
    private var isMoved = false

    private let lock = Lock()
    private var isInUse = false
    private var isOver = false

    /// Opens the file.
    ///
    /// - Parameters:
    ///   - target: Where it shall lie.
    ///   - options: How it is written.
    ///   - identity: Names the request.
    /// - Throws: Why it cannot be written.
    init(_ target: String, _ options: DownloadOptions, identity: String) throws(FileWritingError) {
        self.target = target
        self.options = options
        self.identity = identity
        paths = try DownloadPaths(for: target, resumes: options.resumes)
        (descriptor, offer) = try Self.open(target, paths, identity: identity)
        isResumable = offer != nil
        progress = DownloadProgress(completed: offer?.offset ?? 0, total: offer?.record.total)
    }

    // MARK: Writing

    /// Begins with an answer from its first byte.
    ///
    /// - Parameters:
    ///   - head: The head of the answer.
    ///   - total: How many bytes it has, if that is known.
    ///   - validator: What the server knows this state of the file by, if it can be gone on with.
    /// - Returns: How far the file has got; nil if it is closed.
    /// - Throws: Why it cannot be written.
    func begin(_ head: HTTPResponse, total: Int?, validator: String?) throws -> DownloadProgress? {
        try use {
            isResumable = false
            self.head = head
            expected = total
            limit = total
            progress = DownloadProgress(completed: 0, total: total)
            // In this order, so that no record ever speaks of bytes that are another file's.
            try FileSystemCalls.cut(descriptor, at: 0)
            if let path = paths.record {
                FileSystemCalls.remove(path)
                if let validator {
                    let record = ResumptionRecord(identity: identity, validator: validator, total: total)
                    try write(record.bytes, to: path)
                    isResumable = true
                }
            }
            return progress
        }
    }

    /// Goes on behind what is there.
    ///
    /// - Parameters:
    ///   - head: The head of the answer.
    ///   - offset: How many bytes that are.
    ///   - end: How many there are when the answer is over.
    ///   - total: How many bytes the file has in all.
    /// - Returns: How far the file has got; nil if it is closed.
    /// - Throws: Why it cannot be written.
    func goOn(_ head: HTTPResponse, at offset: Int, upTo end: Int, total: Int) throws -> DownloadProgress? {
        try use {
            self.head = head
            expected = total
            limit = end
            progress = DownloadProgress(completed: offset, total: total, resumedFrom: offset)
            try FileSystemCalls.cut(descriptor, at: offset)
            return progress
        }
    }

    /// Writes a piece.
    ///
    /// - Returns: How far the file has got; nil if it is closed.
    func append(_ bytes: [UInt8]) throws -> DownloadProgress? {
        try use {
            if let limit, bytes.count > limit - progress.completed {
                isResumable = false
                let start = progress.resumedFrom
                throw TransportError(
                    .malformedResponse, "the body has more bytes than the \(limit - start) it should have")
            }
            try bytes.withUnsafeBytes { try options.system.writeAll($0, to: descriptor) }
            progress.completed += bytes.count
            return progress
        }
    }

    /// Has nothing of what is there gone on with.
    func discard() throws {
        _ = try use {
            isResumable = false
            return nil
        }
    }

    /// Makes sure that no byte is missing.
    func check() throws {
        guard let expected, progress.completed != expected else { return }
        throw TransportError(.closedEarly, "\(progress.completed) of \(expected) bytes had come")
    }

    /// Moves the complete file to its place.
    ///
    /// - Returns: The last progress.
    func complete() throws -> DownloadProgress? {
        try use {
            // Where one of them fails, what is there is of no use, or nobody knows what it is.
            let mayBeKept = isResumable
            isResumable = false
            if let head, let verify = options.verify {
                do { try verify(paths.part, head) } catch { throw RefusedFile(reason: error) }
            }
            let permissions = try FileSystemCalls.permissions(at: target, probe: paths.probe)
            try FileSystemCalls.setPermissions(permissions, of: descriptor)
            if options.synchronizes { try options.system.synchronize(descriptor) }
            isResumable = mayBeKept
            // That may have taken its time.
            guard !lock.withLock({ isOver }) else { return nil }
            try FileSystemCalls.move(paths.part, to: target)
            isMoved = true
            if let path = paths.record { FileSystemCalls.remove(path) }
            if options.synchronizes { synchronizeFolder() }
            progress.isInPlace = true
            progress.total = progress.completed
            return progress
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let file = try FileSystemCalls.open(path, .create)
        defer { FileSystemCalls.close(file) }
        try bytes.withUnsafeBytes { try options.system.writeAll($0, to: file) }
    }

    /// Makes the move last, unless the system cannot: the file is in its place all the same.
    private func synchronizeFolder() {
        guard let folder = try? FileSystemCalls.open(paths.folder, .directory) else { return }
        try? options.system.synchronize(folder)
        FileSystemCalls.close(folder)
    }

    // MARK: Closing

    /// Ends the use of the file, from any thread, and does away with what is unfinished and not to be gone on with.
    ///
    /// If a piece is being written, that is done behind it.
    func close() {
        let isFree = lock.withLock {
            isOver = true
            return !isInUse
        }
        if isFree { finish() }
    }

    /// Does something with the file; nil if it is closed.
    private func use(_ body: () throws -> DownloadProgress?) throws -> DownloadProgress? {
        let isOpen = lock.withLock {
            if !isOver { isInUse = true }
            return !isOver
        }
        guard isOpen else { return nil }
        defer {
            let isOver = lock.withLock {
                isInUse = false
                return self.isOver
            }
            if isOver { finish() }
        }
        do {
            return try body()
        } catch let failure as FileSystemCalls.Failure {
            throw FileWritingError(path: target, errorNumber: failure.number)
        }
    }

    /// What `DownloadOptions.verify` has thrown.
    struct RefusedFile: Error {
        let reason: any Error
    }

    private func finish() {
        if !isMoved, !(isResumable && progress.completed > 0) {
            // The file last: as soon as it is gone, another download may make its own, with a record.
            if let path = paths.record { FileSystemCalls.remove(path) }
            FileSystemCalls.remove(paths.part)
        }
        // Last, as it lets others have the file.
        FileSystemCalls.close(descriptor)
    }
}
