/// The file system calls of downloads, uploads, caches, and other files.
///
/// All calls throw the system error number on failure.
public struct FileSystemCalls: Sendable {
    /// A failed system call.
    public struct Failure: Error, Equatable, CustomStringConvertible {
        /// The system error number, such as `ENOSPC`.
        public let number: Int32

        /// Creates a failure.
        ///
        /// - Parameter number: The system error number.
        public init(_ number: Int32) {
            self.number = number
        }

        /// The description by the operating system, for example `Permission denied`.
        public var description: String { FileSystemCalls.text(of: number) }

        /// The file is not a regular file.
        public static let notRegular = Failure(EINVAL)
        /// The path or a part of it is too long.
        public static let nameTooLong = Failure(ENAMETOOLONG)
        /// The file does not exist.
        public static let notFound = Failure(ENOENT)
        /// The file is in use.
        public static let busy = Failure(EBUSY)

        static var last: Failure { Failure(errno) }
    }

    /// Writes bytes at the current offset and returns the number of bytes written.
    ///
    /// Tests can replace it to simulate failures.
    public var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Failure) -> Int = {
        descriptor, bytes throws(Failure) in
        let (count, number) = SizeSignal.blocked {
            let count = RillSystem.write(descriptor, bytes.baseAddress, bytes.count)
            return (count, errno)
        }
        if count < 0 { throw Failure(number) }
        return count
    }

    /// Synchronizes a file to the storage device.
    public var synchronize: @Sendable (_ descriptor: Int32) throws(Failure) -> Void = {
        descriptor throws(Failure) in
        #if canImport(Darwin)
            // On Darwin, `fsync` does not flush the cache of the device.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        while fsync(descriptor) != 0 {
            if errno != EINTR { throw .last }
        }
    }

    /// Creates an instance that uses the system calls.
    public init() {}

    /// A random 64-bit number in base 36.
    public static var uniqueName: String { String(UInt64.random(in: .min ... .max), radix: 36) }

    /// Returns the description of a system error number, for example `Permission denied`.
    public static func text(of number: Int32) -> String { String(cString: strerror(number)) }

    /// Writes all bytes, continuing partial writes and retrying interrupted ones.
    public func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(Failure) {
        var rest = bytes
        while !rest.isEmpty {
            do throws(Failure) {
                let count = try write(descriptor, rest)
                guard count > 0 else { throw Failure(EIO) }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } catch  where error.number == EINTR {
            }
        }
    }

    /// Synchronizes a folder, so that the files that were moved into it are not lost in a power failure.
    ///
    /// Errors are ignored, because the files have already been moved.
    public func synchronizeFolder(_ path: String) {
        guard let folder = try? Self.open(path, .directory) else { return }
        try? synchronize(folder)
        Self.close(folder)
    }

    // MARK: Opening

    /// The mode in which a file is opened.
    public enum Mode {
        /// Creates a file that must not exist.
        case create
        /// Opens an existing file or creates it.
        case createOrKeep
        /// Opens an existing file.
        case readAndWrite
        case read
        /// Opens an existing file, even through a symbolic link.
        case readFollowingLinks
        case directory

        fileprivate var flags: Int32 {
            switch self {
            case .create: O_RDWR | O_CREAT | O_EXCL
            case .createOrKeep: O_RDWR | O_CREAT
            case .readAndWrite: O_RDWR
            case .read, .readFollowingLinks: O_RDONLY
            case .directory: O_RDONLY | O_DIRECTORY
            }
        }

        fileprivate var followsLinks: Bool { self == .directory || self == .readFollowingLinks }
    }

    /// Opens a file.
    ///
    /// Fails if the path is a symbolic link, except in the modes `directory` and `readFollowingLinks`.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - mode: The mode in which the file is opened.
    ///   - permissions: The permissions of a new file, subject to the process's umask. Defaults to `0o600`.
    /// - Returns: The file descriptor.
    /// - Throws: The system error number.
    public static func open(_ path: String, _ mode: Mode, permissions: UInt32 = 0o600) throws(Failure) -> Int32 {
        // `O_NONBLOCK` prevents blocking if the path is a named pipe.
        let flags = mode.flags | O_CLOEXEC | O_NONBLOCK | (mode.followsLinks ? 0 : O_NOFOLLOW)
        while true {
            let descriptor = RillSystem.open(path, flags, mode_t(permissions))
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw .last }
        }
    }

    /// Closes a file.
    public static func close(_ descriptor: Int32) {
        _ = RillSystem.close(descriptor)
    }

    /// Locks a file exclusively until ``unlockAndClose(_:)``.
    ///
    /// Returns `false` if it is already locked.
    ///
    /// - Parameters:
    ///   - descriptor: The file descriptor.
    ///   - isRequired: Whether the call fails on a file system that does not support locks. Defaults to `false`: the file is
    ///     used without a lock.
    public static func lock(_ descriptor: Int32, isRequired: Bool = false) throws(Failure) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let number = errno
            if number == EWOULDBLOCK { return false }
            if number == EINTR { continue }
            // On file systems that do not support locks, the caller proceeds without a lock.
            guard !isRequired, [ENOTSUP, EINVAL, ENOLCK, ENOSYS].contains(number) else { throw Failure(number) }
            return true
        }
        return true
    }

    /// Unlocks and closes a file.
    ///
    /// Closing the file is not sufficient: a program that another thread is starting can have inherited the descriptor, and
    /// with it the lock.
    public static func unlockAndClose(_ descriptor: Int32) {
        _ = flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    // MARK: Other calls

    /// Sets the permissions of an open file.
    public static func setPermissions(_ permissions: UInt32, of descriptor: Int32) throws(Failure) {
        if fchmod(descriptor, mode_t(permissions)) != 0 { throw .last }
    }

    /// Returns the permissions of an existing file at a path, or the default permissions of a new file.
    ///
    /// - Parameters:
    ///   - target: The path of the file.
    ///   - probe: The path of a nonexistent file in the same folder. An empty file is created there and removed,
    ///     because the process's umask cannot be read without changing it, and the folder can have its own rules.
    /// - Returns: The permissions.
    /// - Throws: The system error number if the probe cannot be created.
    public static func permissions(at target: String, probe: String) throws(Failure) -> UInt32 {
        if let status = status(at: target, followsLinks: true) { return status.permissions }
        let descriptor = try open(probe, .create, permissions: 0o666)
        defer {
            remove(probe)
            close(descriptor)
        }
        return try status(of: descriptor).permissions
    }

    /// Truncates a file and sets the offset to its end.
    public static func truncate(_ descriptor: Int32, to size: Int) throws(Failure) {
        if ftruncate(descriptor, off_t(size)) != 0 || lseek(descriptor, off_t(size), SEEK_SET) < 0 { throw .last }
    }

    /// Sets the offset to the beginning.
    public static func rewind(_ descriptor: Int32) throws(Failure) {
        if lseek(descriptor, 0, SEEK_SET) < 0 { throw .last }
    }

    /// Reads up to a number of bytes at an offset.
    public static func read(_ descriptor: Int32, upTo count: Int, at offset: Int = 0) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = pread(descriptor, &bytes, count, off_t(offset))
        if result < 0 { throw .last }
        return Array(bytes.prefix(result))
    }

    /// Reads a file that may not exist.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - limit: The maximum number of bytes to read.
    /// - Returns: The status and the first bytes, which are none unless the file is regular, or `nil` if it does not exist.
    public static func content(at path: String, upTo limit: Int) throws(Failure) -> (status: Status, bytes: [UInt8])? {
        let descriptor: Int32
        do throws(Failure) {
            descriptor = try open(path, .read)
        } catch {
            if error == .notFound { return nil }
            throw error
        }
        defer { close(descriptor) }
        let status = try status(of: descriptor)
        // Some file systems report a size of 0.
        let count = status.size == 0 ? limit : min(status.size, limit)
        return (status, status.isRegular ? try read(descriptor, upTo: count) : [])
    }

    /// Reads at the current offset until the buffer is full or the file ends, and returns the number of bytes read.
    public static func read(_ descriptor: Int32, into room: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        var filled = 0
        while filled < room.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: room[filled...])
            let count = RillSystem.read(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno != EINTR { throw .last }
            if count == 0 { break }
            filled += max(count, 0)
        }
        return filled
    }

    /// Moves a file, and replaces a file at the new path.
    public static func move(_ path: String, to target: String) throws(Failure) {
        if rename(path, target) != 0 { throw .last }
    }

    /// Creates a hard link to a file at a path that must not exist.
    public static func link(_ path: String, to target: String) throws(Failure) {
        if RillSystem.link(path, target) != 0 { throw .last }
    }

    /// Removes a file.
    ///
    /// - Parameter path: The path.
    /// - Returns: The failure, or `nil` if the file has been removed or does not exist.
    @discardableResult public static func remove(_ path: String) -> Failure? {
        unlink(path) == 0 || errno == ENOENT ? nil : Failure(errno)
    }
}
