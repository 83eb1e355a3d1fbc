internal import Foundation
internal import RillHTTP
internal import RillSystem

/// Holds the lock of a token file and replaces the file.
///
/// The new file is created before a token is requested, and its space is reserved, so that no refresh token is used
/// if the folder is not writable.
final class OAuthTokenWriter: @unchecked Sendable {  // `newDescriptor` is guarded by `lock`
    /// The number of bytes that are reserved for the new token.
    private static let reservedSize = 64 << 10

    /// The text between the names of the token file and of a new file, which identifies new files of this type.
    private static let mark = ".rill-"

    private let path: String
    private let newPath: String
    private let lock = NSLock()

    /// The descriptor of the locked file.
    private let lockDescriptor: Int32

    /// The descriptor of the new file, or `nil` after ``close()``.
    private var newDescriptor: Int32?

    /// Locks a token file, or returns `nil` if it is already locked.
    ///
    /// - Throws: ``OAuthTokenFileError`` if the lock file or the new file cannot be created.
    init?(_ path: String) throws {
        self.path = path
        newPath = "\(path)\(Self.mark)\(FileSystemCalls.uniqueName).new"
        let descriptors: (lock: Int32, new: Int32)? = try OAuthTokenFileError.converting(path) { [newPath] in
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
                return (descriptor, try Self.reserve(newPath))
            } catch {
                FileSystemCalls.unlockAndClose(descriptor)
                throw error
            }
        }
        guard let descriptors else { return nil }
        (lockDescriptor, newDescriptor) = descriptors
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
            let system = FileSystemCalls()
            let placeholder = [UInt8](repeating: UInt8(ascii: " "), count: reservedSize)
            try placeholder.withUnsafeBytes { try system.writeAll($0, to: descriptor) }
            try system.synchronize(descriptor)
            return descriptor
        } catch {
            FileSystemCalls.remove(path)
            FileSystemCalls.close(descriptor)
            throw error
        }
    }

    /// Replaces the token file.
    ///
    /// Another call requires ``reserve()``.
    ///
    /// - Throws: ``OAuthTokenFileError``, also after ``close()`` and for a token that cannot be sent.
    func write(_ token: OAuthToken) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let data = try encoder.encode(token)
        guard (try? JSONDecoder().decode(OAuthToken.self, from: data)) != nil else {
            throw OAuthTokenFileError(
                path: path,
                reason: "the new token was not stored: it is empty or contains characters that are not printable ASCII")
        }
        let bytes = Array(data) + [UInt8(ascii: "\n")]
        try OAuthTokenFileError.converting(path, "the new token was not stored: ") {
            // The lock of the object prevents the descriptor from being closed during the calls.
            try lock.withLock {
                guard let newDescriptor else { throw FileSystemCalls.Failure.busy }
                // Overwrite the placeholder before the rest is cut off, so that its space is not freed.
                try FileSystemCalls.rewind(newDescriptor)
                let system = FileSystemCalls()
                try bytes.withUnsafeBytes { try system.writeAll($0, to: newDescriptor) }
                try FileSystemCalls.truncate(newDescriptor, to: bytes.count)
                try system.synchronize(newDescriptor)
                try FileSystemCalls.move(newPath, to: path)
                system.synchronizeFolder(URL(filePath: path).deletingLastPathComponent().path)
            }
        }
    }

    /// Prepares another call of ``write(_:)``.
    ///
    /// - Throws: ``OAuthTokenFileError`` if the new file cannot be created.
    func reserve() throws {
        try OAuthTokenFileError.converting(path) {
            try lock.withLock {
                guard let old = newDescriptor else { throw FileSystemCalls.Failure.busy }
                newDescriptor = try Self.reserve(newPath)
                FileSystemCalls.close(old)
            }
        }
    }

    /// Releases the lock.
    func close() {
        lock.withLock {
            guard let new = newDescriptor.take() else { return }
            // After a successful write, the file has another name.
            FileSystemCalls.remove(newPath)
            FileSystemCalls.close(new)
            FileSystemCalls.unlockAndClose(lockDescriptor)
        }
    }
}
