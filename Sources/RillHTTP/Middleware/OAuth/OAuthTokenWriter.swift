internal import Foundation
internal import Rill

/// Holds the lock of a token file and replaces the file.
///
/// The new file is created before a token is requested, so that a folder that cannot be written to does not cost a refresh
/// token.
final class OAuthTokenWriter: @unchecked Sendable {  // `files` is guarded by `lock`
    private struct Files {
        /// The descriptor of the lock file, which releases the lock when it is closed.
        let lock: Int32
        /// The descriptor of the new file.
        let new: Int32
    }

    private let path: String
    private let lock = Lock()
    private var files: Files?

    private var newPath: String { "\(path).new" }

    /// Locks a token file, or returns `nil` if it is already locked.
    ///
    /// - Throws: ``OAuthTokenFileError`` if the lock file or the new file cannot be created.
    init?(_ path: String) throws {
        self.path = path
        do {
            let descriptor = try FileSystemCalls.open("\(path).lock", .createOrKeep)
            do {
                guard try FileSystemCalls.lock(descriptor) else {
                    FileSystemCalls.close(descriptor)
                    return nil
                }
                // A process that ended while it held the lock can have left the file.
                FileSystemCalls.remove("\(path).new")
                files = Files(lock: descriptor, new: try FileSystemCalls.open("\(path).new", .create))
            } catch {
                FileSystemCalls.close(descriptor)
                throw error
            }
        } catch let failure as FileSystemCalls.Failure {
            throw OAuthTokenFileError(
                path: path,
                reason: "\(FileSystemCalls.text(of: failure.number)). Use a folder that exists and is writable")
        }
    }

    deinit {
        close()
    }

    /// Replaces the token file.
    ///
    /// - Throws: ``OAuthTokenFileError``, also after ``close()``.
    func write(_ token: OAuthToken) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let bytes = Array(try encoder.encode(token)) + [UInt8(ascii: "\n")]
        do {
            // The lock of the object prevents that the descriptor is closed during the calls.
            try lock.withLock {
                guard let files else { throw FileSystemCalls.Failure.busy }
                try FileSystemCalls.setPermissions(0o600, of: files.new)
                try FileSystemCalls.truncate(files.new, to: 0)
                let system = FileSystemCalls()
                try bytes.withUnsafeBytes { try system.writeAll($0, to: files.new) }
                try system.synchronize(files.new)
                try FileSystemCalls.move(newPath, to: path)
            }
        } catch let failure as FileSystemCalls.Failure {
            throw OAuthTokenFileError(
                path: path, reason: "\(FileSystemCalls.text(of: failure.number)). The new token was not stored")
        }
    }

    /// Releases the lock.
    func close() {
        lock.withLock {
            guard let files = files.take() else { return }
            // After a successful write, the file has another name.
            FileSystemCalls.remove(newPath)
            FileSystemCalls.close(files.new)
            FileSystemCalls.close(files.lock)
        }
    }
}
