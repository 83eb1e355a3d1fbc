extension DownloadFile {
    /// What to ask the server for, to go on with an unfinished file.
    struct Offer: Sendable {
        /// How many bytes are there.
        let offset: Int

        /// What was known of the file when they came.
        let record: ResumptionRecord
    }

    /// Opens the file beside its place.
    ///
    /// - Parameters:
    ///   - target: Where the file shall lie.
    ///   - paths: Where it lies meanwhile.
    ///   - identity: Names the request.
    /// - Returns: The open file, and what an earlier download has left, if it can be gone on with.
    /// - Throws: Why it cannot be written.
    static func open(
        _ target: String, _ paths: DownloadPaths, identity: String
    ) throws(FileWritingError) -> (descriptor: Int32, offer: Offer?) {
        if let status = FileSystemCalls.status(at: target, followsLinks: true), !status.isRegular {
            // A device would be replaced by the file: `/dev/null`, where the system lets one.
            let reason = status.isDirectory ? "it is a directory" : "what lies there is not a regular file"
            throw FileWritingError(path: target, reason: reason)
        }
        // The part could be made, under another name, and could not be moved here.
        if target.split(separator: "/").last.map(\.utf8.count) ?? 0 > 255 {
            throw FileWritingError(path: target, errorNumber: FileSystemCalls.Failure.nameTooLong.number)
        }
        let part: (descriptor: Int32, status: FileSystemCalls.Status)?
        do throws(FileSystemCalls.Failure) {
            guard paths.record != nil else { return (try FileSystemCalls.open(paths.part, .create), nil) }
            part = try openLocked(paths.part)
        } catch {
            throw FileWritingError(path: target, errorNumber: error.number)
        }
        guard let part, let recordPath = paths.record else {
            throw FileWritingError(path: target, reason: FileWritingError.busy)
        }
        do throws(FileWritingError) {
            try adopt(part.descriptor, part.status, paths, target: target)
        } catch {
            FileSystemCalls.close(part.descriptor)
            throw error
        }
        return (part.descriptor, offer(of: part.status.size, record(at: recordPath), identity: identity))
    }

    /// Checks that nobody else has a partial file, and takes the permissions of others away.
    private static func adopt(
        _ descriptor: Int32, _ status: FileSystemCalls.Status, _ paths: DownloadPaths, target: String
    ) throws(FileWritingError) {
        let name = paths.part.dropFirst(paths.folder.count)
        guard status.isOwn else {
            throw FileWritingError(
                path: target, reason: "the partial file \(name) belongs to another user; remove it")
        }
        guard status.linkCount <= 1 else {
            throw FileWritingError(path: target, reason: "the partial file \(name) has other hard links; remove it")
        }
        guard status.permissions & 0o077 != 0 else { return }
        do throws(FileSystemCalls.Failure) {
            try FileSystemCalls.setPermissions(status.permissions & 0o700, of: descriptor)
        } catch {
            throw FileWritingError(path: target, errorNumber: error.number)
        }
    }

    /// Opens what an earlier download may have left, and keeps others from it; nil if one of them has it.
    private static func openLocked(
        _ path: String
    ) throws(FileSystemCalls.Failure) -> (descriptor: Int32, status: FileSystemCalls.Status)? {
        // Who has had it may just have moved it to its place: then it is not what lies here, and must not be written to.
        for _ in 0..<100 {
            let descriptor = try FileSystemCalls.open(path, .createOrKeep)
            do throws(FileSystemCalls.Failure) {
                guard try FileSystemCalls.lock(descriptor) else {
                    FileSystemCalls.close(descriptor)
                    return nil
                }
                let status = try FileSystemCalls.status(of: descriptor)
                if let other = FileSystemCalls.status(at: path, followsLinks: false), other.isSameFile(as: status) {
                    if status.isRegular { return (descriptor, status) }
                    throw .notRegular
                }
            } catch {
                FileSystemCalls.close(descriptor)
                throw error
            }
            FileSystemCalls.close(descriptor)
        }
        return nil
    }

    private static func record(at path: String) -> ResumptionRecord? {
        do throws(FileSystemCalls.Failure) {
            let descriptor = try FileSystemCalls.open(path, .read)
            defer { FileSystemCalls.close(descriptor) }
            let status = try FileSystemCalls.status(of: descriptor)
            guard status.isRegular, status.isOwn, status.linkCount <= 1 else { return nil }
            return ResumptionRecord(try FileSystemCalls.read(descriptor, upTo: ResumptionRecord.limit))
        } catch {
            return nil
        }
    }

    private static func offer(of size: Int, _ record: ResumptionRecord?, identity: String) -> Offer? {
        guard size > 0, let record, record.identity == identity, size <= record.total ?? .max else { return nil }
        return Offer(offset: size, record: record)
    }
}
