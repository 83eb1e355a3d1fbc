internal import RillHTTPTypes
internal import RillSystem

/// The file of a download, which is written next to its target path and moved there when it is complete.
///
/// All methods except `close()` are called on the scheduler of the download, and have no effect after `close()`.
final class DownloadFile: @unchecked Sendable {
    // `isInUse` and `isClosed` are guarded by `lock`. The other properties are accessed by one thread at a time: by the
    // thread that set `isInUse`, or, if the file is closed and not in use, by the thread that calls `finish()`.

    private let target: String
    private let paths: DownloadPaths
    private let options: DownloadOptions
    private let identity: String
    private let descriptor: Int32

    /// The resume point of an earlier download, if it can be resumed.
    let resumePoint: ResumePoint?

    private var progress: DownloadProgress

    /// The head of the response that is being written.
    private var head: HTTPResponse?

    /// The maximum size of the file after this response.
    ///
    /// Less than the total if the server sends only part of the rest.
    private var limit: Int?

    /// Whether a later download can resume the partial file.
    private var isResumable: Bool

    private let lock = Lock()
    private var isInUse = false
    private var isClosed = false

    /// Opens the file.
    ///
    /// - Parameters:
    ///   - target: The path of the complete file.
    ///   - options: The options of the download.
    ///   - identity: The identity of the request.
    /// - Throws: ``FileWritingError``.
    init(_ target: String, _ options: DownloadOptions, identity: String) throws {
        self.target = target
        self.options = options
        self.identity = identity
        paths = try DownloadPaths(for: target, resumes: options.resumes)
        do {
            (descriptor, resumePoint) = try Self.open(target, paths, identity: identity)
        } catch let failure as FileSystemCalls.Failure {
            throw FileWritingError(path: target, errorNumber: failure.number)
        }
        isResumable = resumePoint != nil
        progress = DownloadProgress(completed: resumePoint?.offset ?? 0, total: resumePoint?.record.total)
    }

    // MARK: Writing

    /// Starts writing a response from its first byte.
    ///
    /// - Parameters:
    ///   - head: The response head.
    ///   - total: The length of the response body in bytes, if known.
    ///   - validator: The validator of this version of the file, if the download can be resumed.
    /// - Returns: The progress, or `nil` if the file is closed.
    /// - Throws: ``FileWritingError``.
    func start(_ head: HTTPResponse, total: Int?, validator: String?) throws -> DownloadProgress? {
        try withOpenFile {
            isResumable = false
            self.head = head
            limit = total
            progress = DownloadProgress(completed: 0, total: total)
            // The file is truncated first, so that a record never describes the bytes of another version.
            try FileSystemCalls.truncate(descriptor, to: 0)
            if let path = paths.record {
                FileSystemCalls.remove(path)
                if let validator {
                    let record = ResumptionRecord(identity: identity, validator: validator, total: total)
                    let file = try FileSystemCalls.open(path, .create)
                    defer { FileSystemCalls.close(file) }
                    try record.bytes.withUnsafeBytes { try options.system.writeAll($0, to: file) }
                    isResumable = true
                }
            }
            return progress
        }
    }

    /// Resumes writing after the existing bytes.
    ///
    /// - Parameters:
    ///   - head: The response head.
    ///   - offset: The number of existing bytes.
    ///   - end: The number of bytes after this response.
    ///   - total: The total size of the file in bytes.
    /// - Returns: The progress, or `nil` if the file is closed.
    /// - Throws: ``FileWritingError``.
    func resume(_ head: HTTPResponse, at offset: Int, upTo end: Int, total: Int) throws -> DownloadProgress? {
        try withOpenFile {
            self.head = head
            limit = end
            progress = DownloadProgress(completed: offset, total: total, resumedFrom: offset)
            try FileSystemCalls.truncate(descriptor, to: offset)
            return progress
        }
    }

    /// Writes a chunk.
    ///
    /// - Returns: The progress, or `nil` if the file is closed.
    func append(_ bytes: [UInt8]) throws -> DownloadProgress? {
        try withOpenFile {
            if let limit, bytes.count > limit - progress.completed {
                isResumable = false
                let start = progress.resumedFrom
                throw TransportError(
                    .malformedResponse, "the body exceeds the expected length of \(limit - start) bytes")
            }
            try bytes.withUnsafeBytes { try options.system.writeAll($0, to: descriptor) }
            progress.completed += bytes.count
            return progress
        }
    }

    /// Marks the partial file as not resumable.
    func preventResumption() throws {
        _ = try withOpenFile {
            isResumable = false
            return nil
        }
    }

    /// Verifies the complete file and moves it to its target.
    ///
    /// - Returns: The last progress, or `nil` if the file is closed.
    /// - Throws: A `TransportError` if the file is shorter than expected.
    func complete() throws -> DownloadProgress? {
        try withOpenFile {
            if let total = progress.total, progress.completed != total {
                throw TransportError(.closedEarly, "received \(progress.completed) of \(total) bytes")
            }
            // If one of the following steps fails, the content is invalid or unverified and must not be resumed.
            let wasResumable = isResumable
            isResumable = false
            if let head, let verify = options.verify {
                do { try verify(paths.part, head) } catch { throw VerificationError(underlying: error) }
            }
            let permissions = try FileSystemCalls.permissions(at: target, probe: paths.probe)
            try FileSystemCalls.setPermissions(permissions, of: descriptor)
            if options.synchronizes { try options.system.synchronize(descriptor) }
            isResumable = wasResumable
            // The file may have been closed during synchronization.
            guard !lock.withLock({ isClosed }) else { return nil }
            try FileSystemCalls.move(paths.part, to: target)
            progress.isFinished = true
            if let path = paths.record { FileSystemCalls.remove(path) }
            if options.synchronizes { options.system.synchronizeFolder(paths.folder) }
            progress.total = progress.completed
            return progress
        }
    }

    // MARK: Closing

    /// Closes the file on any thread, and removes the partial file unless it can be resumed.
    ///
    /// If a chunk is being written, the file is closed afterward.
    func close() {
        let isIdle = lock.withLock {
            isClosed = true
            return !isInUse
        }
        if isIdle { finish() }
    }

    /// Calls a closure unless the file is closed.
    ///
    /// Returns `nil` if the file is closed.
    private func withOpenFile(_ body: () throws -> DownloadProgress?) throws -> DownloadProgress? {
        let isOpen = lock.withLock {
            if !isClosed { isInUse = true }
            return !isClosed
        }
        guard isOpen else { return nil }
        defer {
            let isClosed = lock.withLock {
                isInUse = false
                return self.isClosed
            }
            if isClosed { finish() }
        }
        do {
            return try body()
        } catch let failure as FileSystemCalls.Failure {
            throw FileWritingError(path: target, errorNumber: failure.number)
        }
    }

    /// An error thrown by `DownloadOptions.verify`.
    struct VerificationError: Error {
        let underlying: any Error
    }

    private func finish() {
        if !progress.isFinished, !(isResumable && progress.completed > 0) {
            // The partial file is removed last, because another download can then create a partial file and a record.
            if let path = paths.record { FileSystemCalls.remove(path) }
            FileSystemCalls.remove(paths.part)
        }
        // Closing releases the lock, so that another download can open the file.
        FileSystemCalls.unlockAndClose(descriptor)
    }
}
