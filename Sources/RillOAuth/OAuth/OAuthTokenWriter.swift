internal import Foundation
internal import RillHTTP
internal import RillSystem

/// Holds the lock of a token file and replaces the file.
///
/// The new file is created before a token is requested, and its space is reserved, so that no refresh token is used
/// if the folder is not writable.
final class OAuthTokenWriter: @unchecked Sendable {  // `files` is guarded by `lock`
    private struct Files {
        /// The descriptor of the locked file.
        let lock: Int32
        /// The descriptor of the new file.
        let new: Int32
    }

    /// The number of bytes that are reserved for the new token.
    private static let reservedSize = 64 << 10

    /// The text between the names of the token file and of a new file, which identifies new files of this type.
    private static let mark = ".rill-"

    private let path: String
    private let newPath: String
    private let lock = NSLock()
    private var files: Files?

    /// Locks a token file, or returns `nil` if it is already locked.
    ///
    /// - Throws: ``OAuthTokenFileError`` if the lock file or the new file cannot be created.
    init?(_ path: String) throws {
        self.path = path
        newPath = "\(path)\(Self.mark)\(FileSystemCalls.uniqueName).new"
        do {
            let descriptor = try FileSystemCalls.open("\(path).lock", .createOrKeep)
            do {
                guard try FileSystemCalls.lock(descriptor, isRequired: true) else {
                    FileSystemCalls.close(descriptor)
                    return nil
                }
                if let status = FileSystemCalls.status(at: path, followsLinks: false), !status.isRegular {
                    throw OAuthTokenFileError.notRegular(path)
                }
                Self.removeUnfinishedFiles(of: path)
                files = Files(lock: descriptor, new: try Self.reserve(newPath))
            } catch {
                FileSystemCalls.unlockAndClose(descriptor)
                throw error
            }
        } catch let failure as FileSystemCalls.Failure {
            throw OAuthTokenFileError(path: path, reason: OAuthTokenFileError.advice(failure.number))
        }
    }

    deinit {
        close()
    }

    /// Removes the files of processes that ended while they held the lock.
    private static func removeUnfinishedFiles(of path: String) {
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent().path(percentEncoded: false)
        let prefix = "\(url.lastPathComponent)\(mark)"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix(prefix) && name.hasSuffix(".new") {
            FileSystemCalls.remove("\(folder)/\(name)")
        }
    }

    /// Creates a file with a placeholder.
    private static func reserve(_ path: String) throws -> Int32 {
        let descriptor = try FileSystemCalls.open(path, .create)
        do {
            try FileSystemCalls.setPermissions(0o600, of: descriptor)
            try write([UInt8](repeating: UInt8(ascii: " "), count: reservedSize), to: descriptor)
            return descriptor
        } catch {
            FileSystemCalls.remove(path)
            FileSystemCalls.close(descriptor)
            throw error
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        let system = FileSystemCalls()
        try bytes.withUnsafeBytes { try system.writeAll($0, to: descriptor) }
        try system.synchronize(descriptor)
    }

    /// Replaces the token file.
    ///
    /// Another call requires ``reserve()``.
    ///
    /// - Throws: ``OAuthTokenFileError``, also after ``close()``.
    func write(_ token: OAuthToken) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let bytes = Array(try encoder.encode(token)) + [UInt8(ascii: "\n")]
        do {
            // The lock of the object prevents the descriptor from being closed during the calls.
            try lock.withLock {
                guard let files else { throw FileSystemCalls.Failure.busy }
                // Overwrite the placeholder before the rest is cut off, so that its space is not freed.
                try FileSystemCalls.rewind(files.new)
                let system = FileSystemCalls()
                try bytes.withUnsafeBytes { try system.writeAll($0, to: files.new) }
                try FileSystemCalls.truncate(files.new, to: bytes.count)
                try system.synchronize(files.new)
                try FileSystemCalls.move(newPath, to: path)
                system.synchronizeFolder(URL(filePath: path).deletingLastPathComponent().path)
            }
        } catch let failure as FileSystemCalls.Failure {
            throw OAuthTokenFileError(
                path: path, reason: "the new token was not stored: \(OAuthTokenFileError.advice(failure.number))")
        }
    }

    /// Prepares another call of ``write(_:)``.
    ///
    /// - Throws: ``OAuthTokenFileError`` if the new file cannot be created.
    func reserve() throws {
        do {
            try lock.withLock {
                guard let files else { throw FileSystemCalls.Failure.busy }
                let new = try Self.reserve(newPath)
                FileSystemCalls.close(files.new)
                self.files = Files(lock: files.lock, new: new)
            }
        } catch let failure as FileSystemCalls.Failure {
            throw OAuthTokenFileError(path: path, reason: OAuthTokenFileError.advice(failure.number))
        }
    }

    /// Releases the lock.
    func close() {
        lock.withLock {
            guard let files = files.take() else { return }
            // After a successful write, the file has another name.
            FileSystemCalls.remove(newPath)
            FileSystemCalls.close(files.new)
            FileSystemCalls.unlockAndClose(files.lock)
        }
    }
}
