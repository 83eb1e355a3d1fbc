internal import RillHTTPTypes
internal import RillSystem

extension DownloadFile {
    /// The state of a partial file that can be resumed.
    struct ResumePoint: Sendable {
        /// The size of the partial file in bytes.
        let offset: Int

        /// The metadata that was recorded when the partial file was started.
        let record: ResumptionRecord
    }

    /// Opens the partial file.
    ///
    /// - Parameters:
    ///   - target: The path of the complete file.
    ///   - paths: The paths of the temporary files.
    ///   - identity: The identity of the request.
    /// - Returns: The descriptor, and the resume point if an earlier download can be resumed.
    /// - Throws: ``FileWritingError`` or the failure of a system call.
    static func open(
        _ target: String, _ paths: DownloadPaths, identity: String
    ) throws -> (descriptor: Int32, resumePoint: ResumePoint?) {
        if let status = FileSystemCalls.status(at: target, followsLinks: true), !status.isRegular {
            // Moving the file would replace a device such as `/dev/null`.
            let reason = status.isDirectory ? "is a directory" : "not a regular file"
            throw FileWritingError(path: target, reason: reason)
        }
        // The partial file has a shorter name, so without this check only the final move would fail.
        if target.split(separator: "/").last.map(\.utf8.count) ?? 0 > 255 { throw FileSystemCalls.Failure.nameTooLong }
        guard let recordPath = paths.record else { return (try FileSystemCalls.open(paths.part, .create), nil) }
        guard let part = try openLocked(paths.part) else {
            throw FileWritingError(path: target, reason: FileWritingError.busy)
        }
        do {
            try validate(part.descriptor, part.status, paths, target: target)
        } catch {
            FileSystemCalls.unlockAndClose(part.descriptor)
            throw error
        }
        return (part.descriptor, resumePoint(of: part.status.size, record(at: recordPath), identity: identity))
    }

    /// Checks that only this user can access a partial file, and removes the permissions of other users.
    private static func validate(
        _ descriptor: Int32, _ status: FileSystemCalls.Status, _ paths: DownloadPaths, target: String
    ) throws {
        let name = paths.part.dropFirst(paths.folder.count)
        guard status.isOwn else {
            throw FileWritingError(path: target, reason: "the partial file \(name) belongs to another user. Remove it")
        }
        guard status.linkCount <= 1 else {
            throw FileWritingError(path: target, reason: "the partial file \(name) has other hard links. Remove it")
        }
        if status.permissions & 0o077 != 0 {
            try FileSystemCalls.setPermissions(status.permissions & 0o700, of: descriptor)
        }
    }

    /// Opens and locks the partial file of an earlier download, or creates it.
    ///
    /// Returns `nil` if another download has locked the file.
    private static func openLocked(
        _ path: String
    ) throws(FileSystemCalls.Failure) -> (descriptor: Int32, status: FileSystemCalls.Status)? {
        // The previous owner of the lock may have just moved the file to its target, so it must no longer be written.
        for _ in 0..<100 {
            let descriptor = try FileSystemCalls.open(path, .createOrKeep)
            do throws(FileSystemCalls.Failure) {
                guard try FileSystemCalls.lock(descriptor) else {
                    FileSystemCalls.close(descriptor)
                    return nil
                }
                let status = try FileSystemCalls.status(of: descriptor)
                if FileSystemCalls.isFile(descriptor, at: path) {
                    if status.isRegular { return (descriptor, status) }
                    throw .notRegular
                }
            } catch {
                FileSystemCalls.unlockAndClose(descriptor)
                throw error
            }
            FileSystemCalls.close(descriptor)
        }
        return nil
    }

    private static func record(at path: String) -> ResumptionRecord? {
        guard let (status, bytes) = try? FileSystemCalls.content(at: path, upTo: ResumptionRecord.limit),
            status.isRegular, status.isOwn, status.linkCount <= 1
        else { return nil }
        return ResumptionRecord(bytes)
    }

    private static func resumePoint(of size: Int, _ record: ResumptionRecord?, identity: String) -> ResumePoint? {
        guard size > 0, let record, record.identity == identity, size <= record.total ?? .max else { return nil }
        return ResumePoint(offset: size, record: record)
    }
}
