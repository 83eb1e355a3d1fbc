#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// The system's calls for files, as far as a download needs them.
///
/// They throw the system's number for what went wrong.
package struct FileSystemCalls: Sendable {
    /// The system's number for what went wrong.
    package struct Failure: Error, Equatable {
        /// `ENOSPC` for example.
        package let number: Int32

        /// Makes a failure.
        ///
        /// - Parameter number: The system's number.
        package init(_ number: Int32) {
            self.number = number
        }

        /// What lies there is no file that can be written.
        static let notRegular = Failure(EINVAL)
        static let nameTooLong = Failure(ENAMETOOLONG)

        static var last: Failure { Failure(errno) }
    }

    /// What is known of a file.
    struct Status {
        var device: UInt64
        var inode: UInt64
        var size: Int
        var kind: UInt32

        /// The permissions of owner, group and others, without the bits that change the user or the group of a process.
        var permissions: UInt32
        var owner: UInt32
        var linkCount: Int

        var isDirectory: Bool { kind == UInt32(S_IFDIR) }
        var isRegular: Bool { kind == UInt32(S_IFREG) }

        /// Whether the file belongs to the user of the process.
        var isOwn: Bool { owner == UInt32(geteuid()) }

        func isSameFile(as other: Status) -> Bool { device == other.device && inode == other.inode }

        fileprivate init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int(status.st_size)
            kind = UInt32(status.st_mode) & UInt32(S_IFMT)
            permissions = UInt32(status.st_mode) & 0o777
            owner = UInt32(status.st_uid)
            linkCount = Int(status.st_nlink)
        }
    }

    /// Writes some bytes where the file stands, and tells how many; a test's own may fail when it likes.
    package var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Failure) -> Int = {
        descriptor, bytes throws(Failure) in
        let (count, number) = SizeSignal.blocked {
            #if canImport(Darwin)
                let count = Darwin.write(descriptor, bytes.baseAddress, bytes.count)
            #elseif canImport(Musl)
                let count = Musl.write(descriptor, bytes.baseAddress, bytes.count)
            #else
                let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            #endif
            return (count, errno)
        }
        if count < 0 { throw Failure(number) }
        return count
    }

    /// Waits until a file is on the disk.
    package var synchronize: @Sendable (_ descriptor: Int32) throws(Failure) -> Void = {
        descriptor throws(Failure) in
        #if canImport(Darwin)
            // There `fsync` leaves what the disk itself keeps in memory.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        while fsync(descriptor) != 0 {
            if errno != EINTR { throw .last }
        }
    }

    /// Makes the calls of the system.
    package init() {}

    static func text(of number: Int32) -> String { String(cString: strerror(number)) }

    /// Writes all of some bytes.
    func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(Failure) {
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

    // MARK: Opening

    enum Mode {
        /// Makes a file that must not be there yet.
        case create
        /// Takes what is there, or makes it.
        case createOrKeep
        case read
        case directory

        fileprivate var flags: Int32 {
            switch self {
            case .create: O_RDWR | O_CREAT | O_EXCL
            case .createOrKeep: O_RDWR | O_CREAT
            case .read: O_RDONLY
            case .directory: O_RDONLY | O_DIRECTORY
            }
        }
    }

    /// Opens a file; where a link lies in its place, it fails.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - mode: How to open the file.
    ///   - permissions: The permissions of a new file, from which the system removes those of the process's mask.
    /// - Returns: The descriptor.
    /// - Throws: Why it cannot be opened.
    static func open(_ path: String, _ mode: Mode, permissions: UInt32 = 0o600) throws(Failure) -> Int32 {
        // What stands in the way could be a pipe, on which opening would wait.
        let flags = mode.flags | O_CLOEXEC | O_NONBLOCK | (mode == .directory ? 0 : O_NOFOLLOW)
        while true {
            #if canImport(Darwin)
                let descriptor = Darwin.open(path, flags, mode_t(permissions))
            #elseif canImport(Musl)
                let descriptor = Musl.open(path, flags, mode_t(permissions))
            #else
                let descriptor = Glibc.open(path, flags, mode_t(permissions))
            #endif
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw .last }
        }
    }

    static func close(_ descriptor: Int32) {
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #elseif canImport(Musl)
            _ = Musl.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }

    /// Keeps others from a file until it is closed; false if somebody has it already.
    static func lock(_ descriptor: Int32) throws(Failure) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            if errno != EINTR { return try hasNoLocks(errno) }
        }
        return true
    }

    private static func hasNoLocks(_ number: Int32) throws(Failure) -> Bool {
        // Some file systems have no locks: there nobody is kept from anything.
        guard number == ENOTSUP || number == EINVAL || number == ENOLCK || number == ENOSYS else {
            throw Failure(number)
        }
        return true
    }

    // MARK: The rest

    static func status(of descriptor: Int32) throws(Failure) -> Status {
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw .last }
        return Status(status)
    }

    /// What lies at a path, links followed or not; nil if nothing does.
    static func status(at path: String, followsLinks: Bool) -> Status? {
        var status = stat()
        let result = followsLinks ? stat(path, &status) : lstat(path, &status)
        return result == 0 ? Status(status) : nil
    }

    static func setPermissions(_ permissions: UInt32, of descriptor: Int32) throws(Failure) {
        if fchmod(descriptor, mode_t(permissions)) != 0 { throw .last }
    }

    /// Returns the permissions that a file has after it was moved to a place: those of the file there, or those of new files.
    ///
    /// - Parameters:
    ///   - target: The place.
    ///   - probe: The path of a file that does not exist, in the same folder. An empty file is created there and removed,
    ///     because only the system knows the process's mask without changing it, and the folder's own rules.
    /// - Returns: The permissions.
    /// - Throws: Why the probe cannot be created.
    static func permissions(at target: String, probe: String) throws(Failure) -> UInt32 {
        if let status = status(at: target, followsLinks: true) { return status.permissions }
        let descriptor = try open(probe, .create, permissions: 0o666)
        defer {
            remove(probe)
            close(descriptor)
        }
        return try status(of: descriptor).permissions
    }

    /// Cuts a file off behind some bytes, and goes on there.
    static func cut(_ descriptor: Int32, at size: Int) throws(Failure) {
        if ftruncate(descriptor, off_t(size)) != 0 || lseek(descriptor, off_t(size), SEEK_SET) < 0 { throw .last }
    }

    static func read(_ descriptor: Int32, upTo count: Int) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = pread(descriptor, &bytes, count, 0)
        if result < 0 { throw .last }
        return Array(bytes.prefix(result))
    }

    static func move(_ path: String, to target: String) throws(Failure) {
        if rename(path, target) != 0 { throw .last }
    }

    static func remove(_ path: String) {
        _ = unlink(path)
    }
}
