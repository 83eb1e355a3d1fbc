internal import Foundation
internal import RillHTTP
internal import RillSystem

/// The folder of a ``DiskCacheStorage``.
///
///     secret                                     the secret of the hashes
///     pending/k3x…                               files that are being written
///     a7/a7…(30 digits)-…(32 digits)             entries, named by key and variant
///     a7/a7…(30 digits)-…(32 digits)-update      newer metadata of an entry
struct DiskCacheFolder: Sendable {
    /// The file of an entry, with its update if there is one.
    struct File: Sendable {
        let path: String
        let variant: String

        /// The size of the files in bytes.
        let size: Int

        /// The time of the last use, in seconds since 1970.
        let modified: Double
    }

    /// The maximum number of attempts to create a file that another process removes at the same time.
    private static let maximumAttempts = 10

    let path: String

    private var pending: String { "\(path)/pending" }

    /// Opens a folder and creates it if necessary.
    ///
    /// - Throws: `FileWritingError` if the folder cannot be created or restricted, or belongs to another user.
    init(_ path: String) throws {
        self.path = path
        do {
            try Self.create(path)
            try Self.create(pending)
        } catch {
            throw FileWritingError(path: path, reason: "the folder cannot be created: \(SystemFailure.reason(error))")
        }
        guard let status = FileSystemCalls.status(at: path, followsLinks: false), status.isDirectory else {
            throw FileWritingError(path: path, reason: "the path is not a folder. Choose another path")
        }
        guard status.isOwn else {
            throw FileWritingError(path: path, reason: "the folder belongs to another user. Choose another folder")
        }
        if status.permissions & 0o077 != 0 {
            do {
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
            } catch {
                throw FileWritingError(
                    path: path,
                    reason: "other users can access the folder, and its mode cannot be changed: "
                        + "\(SystemFailure.reason(error)). Change it to 0700")
            }
        }
    }

    private static func create(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    // MARK: Secret

    /// Returns the secret of the folder, and creates it if necessary.
    ///
    /// - Throws: ``/RillHTTP/FileWritingError``.
    func readSecret() throws -> [UInt8] {
        let target = "\(path)/secret"
        do {
            for _ in 0..<Self.maximumAttempts {
                // If the file exists but cannot be read, its content may be valid, so it is not replaced.
                if let (status, bytes) = try FileSystemCalls.content(at: target, upTo: 17) {
                    // After a power failure, a file that was not flushed can contain zeros.
                    if status.isRegular, status.isOwn, bytes.count == 16, bytes.contains(where: { $0 != 0 }) {
                        return bytes
                    }
                    // All existing entries become unreachable.
                    FileSystemCalls.remove(target)
                }
                try writeSecret(SipHash.makeKey())
            }
        } catch let failure as FileSystemCalls.Failure {
            throw FileWritingError(path: target, errorNumber: failure.number)
        }
        throw FileWritingError(path: target, reason: "the file is damaged and cannot be replaced. Remove it")
    }

    /// Creates the file of the secret, unless it exists.
    private func writeSecret(_ secret: [UInt8]) throws {
        try withPendingFile(secret) { temporary in
            // Unlike a rename, a link does not replace a secret that another process has just written.
            try? FileSystemCalls.link(temporary, to: "\(path)/secret")
        }
    }

    // MARK: Entries

    /// Returns the path of an entry.
    func path(for key: String, variant: String) -> String { "\(bucket(for: key))/\(key)-\(variant)" }

    /// Creates the folder that contains the entries of a key.
    func makeBucket(for key: String) throws { try Self.create(bucket(for: key)) }

    private func bucket(for key: String) -> String { "\(path)/\(key.prefix(2))" }

    /// Returns the files of a key.
    func files(for key: String) throws -> [File] {
        files(try names(in: bucket(for: key), of: key), in: bucket(for: key))
    }

    /// Returns the variants of a key for which there are files.
    func variants(of key: String) throws -> [String] {
        try names(in: bucket(for: key), of: key).compactMap { Self.variant(in: $0) }
    }

    /// Returns the part of the name of an entry's file after the hyphen, or `nil` for the name of any other file.
    private static func variant(in name: String) -> String? {
        guard let hyphen = name.utf8.firstIndex(of: UInt8(ascii: "-")) else { return nil }
        let variant = name[hyphen...].dropFirst()
        return variant.utf8.contains(UInt8(ascii: "-")) ? nil : String(variant)
    }

    /// Returns the files of all entries.
    func files() throws -> [File] {
        try buckets.flatMap { try files(names(in: $0), in: $0) }
    }

    private var buckets: [String] {
        get throws { try names(in: path).filter { $0.utf8.count == 2 }.map { "\(path)/\($0)" } }
    }

    /// Returns the names of the files in a folder, or an empty array if it does not exist or is not accessible, because its
    /// files cannot be used.
    ///
    /// Faster than `FileManager`, which creates more than the names, for all files.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - key: The key of the entries whose files are returned. Defaults to an empty text, which means all files.
    /// - Throws: `FileWritingError` if the folder cannot be read for another reason, for example because the process has
    ///   too many open files.
    private func names(in folder: String, of key: String = "") throws(FileWritingError) -> [String] {
        guard let directory = opendir(folder) else {
            let number = errno
            if [ENOENT, ENOTDIR, EACCES].contains(number) { return [] }
            throw Self.listingError(folder, number)
        }
        defer { closedir(directory) }
        let prefix = key.isEmpty ? "" : "\(key)-"
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else { break }
            let name = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
                .assumingMemoryBound(to: CChar.self)
            // Skips the folder itself and its parent.
            guard name[0] != CChar(0x2E), strncmp(name, prefix, prefix.utf8.count) == 0 else { continue }
            names.append(String(cString: name))
        }
        let number = errno
        if number != 0 { throw Self.listingError(folder, number) }
        return names
    }

    private static func listingError(_ folder: String, _ number: Int32) -> FileWritingError {
        FileWritingError(
            path: folder, reason: "the files in the folder cannot be listed: \(FileSystemCalls.text(of: number))")
    }

    private func files(_ names: [String], in folder: String) -> [File] {
        let updates = Set(names.filter { $0.hasSuffix(DiskCacheUpdate.suffix) })
        return names.compactMap { name in
            let path = "\(folder)/\(name)"
            guard let variant = Self.variant(in: name),
                let status = FileSystemCalls.status(at: path, followsLinks: false), !status.isDirectory
            else { return nil }
            let update = path + DiskCacheUpdate.suffix
            let hasUpdate = updates.contains(name + DiskCacheUpdate.suffix)
            let updateSize = hasUpdate ? FileSystemCalls.status(at: update, followsLinks: false)?.size : nil
            return File(path: path, variant: variant, size: status.size + (updateSize ?? 0), modified: status.modified)
        }
    }

    /// Removes the files of an entry, and returns the failure if one still exists.
    @discardableResult func remove(_ file: File) -> FileSystemCalls.Failure? {
        let failure = FileSystemCalls.remove(file.path + DiskCacheUpdate.suffix)
        return FileSystemCalls.remove(file.path) ?? failure
    }

    /// Removes the files of entries.
    ///
    /// - Throws: The first failure, after the other entries have been removed.
    func remove(_ files: [File]) throws(FileSystemCalls.Failure) {
        if let failure = files.compactMap({ remove($0) }).first { throw failure }
    }

    /// Writes a file that becomes visible when it is complete.
    func write(_ bytes: [UInt8], to target: String) throws {
        try withPendingFile(bytes) { try FileSystemCalls.move($0, to: target) }
    }

    // MARK: Unfinished files

    /// Creates a file for writing, which is locked as long as it is open.
    ///
    /// - Parameter secret: The secret that is written if the folder was deleted and must be created again.
    /// - Returns: The descriptor and the path of the file.
    func makePendingFile(restoringWith secret: [UInt8]) throws -> (descriptor: Int32, path: String) {
        do throws(FileSystemCalls.Failure) {
            return try createPendingFile()
        } catch {
            guard error == .notFound else { throw error }
            try Self.create(pending)
            try writeSecret(secret)
            return try createPendingFile()
        }
    }

    /// Writes a file, calls `body` with its path, and removes it unless it was moved.
    private func withPendingFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let (descriptor, path) = try createPendingFile()
        defer {
            FileSystemCalls.remove(path)
            FileSystemCalls.close(descriptor)
        }
        try bytes.withUnsafeBytes { try FileSystemCalls().writeAll($0, to: descriptor) }
        try body(path)
    }

    private func createPendingFile() throws(FileSystemCalls.Failure) -> (descriptor: Int32, path: String) {
        var failure = FileSystemCalls.Failure.busy
        for _ in 0..<Self.maximumAttempts {
            let path = "\(pending)/\(FileSystemCalls.uniqueName)"
            let descriptor = try FileSystemCalls.open(path, .create)
            // Until the file is locked, it looks like a file of a terminated process, so another process may remove it.
            do throws(FileSystemCalls.Failure) {
                if try FileSystemCalls.lock(descriptor), FileSystemCalls.isFile(descriptor, at: path) {
                    return (descriptor, path)
                }
            } catch {
                failure = error
            }
            FileSystemCalls.remove(path)
            FileSystemCalls.close(descriptor)
        }
        throw failure
    }

    /// Removes the unfinished files of processes that have terminated, and the updates of entries that no longer exist.
    func removeUnusedFiles() throws {
        for bucket in try buckets {
            for name in try names(in: bucket) where name.hasSuffix(DiskCacheUpdate.suffix) {
                let entry = "\(bucket)/\(name.dropLast(DiskCacheUpdate.suffix.count))"
                guard FileSystemCalls.status(at: entry, followsLinks: false) == nil else { continue }
                FileSystemCalls.remove("\(bucket)/\(name)")
            }
        }
        for name in try names(in: pending) {
            let path = "\(pending)/\(name)"
            // Network file systems lock only files that are open for writing.
            guard let descriptor = try? FileSystemCalls.open(path, .readAndWrite) else { continue }
            if (try? FileSystemCalls.lock(descriptor)) == true { FileSystemCalls.remove(path) }
            FileSystemCalls.close(descriptor)
        }
    }
}
