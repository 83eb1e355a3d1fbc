extension FileSystemCalls {
    /// The status of a file.
    public struct Status: Sendable {
        /// The device that contains the file.
        public var device: UInt64
        /// The number of the file on the device.
        public var inode: UInt64
        /// The size in bytes.
        public var size: Int
        var kind: UInt32

        /// The permissions of the owner, the group and others, without the set-user-ID, set-group-ID and sticky bits.
        public var permissions: UInt32
        var owner: UInt32
        /// The number of names of the file.
        public var linkCount: Int

        /// The time of the last modification, in seconds since 1970.
        public var modified: Double

        /// Whether the file is a folder.
        public var isDirectory: Bool { kind == UInt32(S_IFDIR) }
        /// Whether the file is a regular file.
        public var isRegular: Bool { kind == UInt32(S_IFREG) }

        /// Whether the file is owned by the effective user of the process.
        public var isOwn: Bool { owner == UInt32(geteuid()) }

        fileprivate init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int(status.st_size)
            kind = UInt32(status.st_mode) & UInt32(S_IFMT)
            permissions = UInt32(status.st_mode) & 0o777
            owner = UInt32(status.st_uid)
            linkCount = Int(status.st_nlink)
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            modified = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    }

    /// Returns the status of an open file.
    public static func status(of descriptor: Int32) throws(Failure) -> Status {
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw .last }
        return Status(status)
    }

    /// Returns the status of the file at a path, or `nil` if it does not exist.
    public static func status(at path: String, followsLinks: Bool) -> Status? {
        var status = stat()
        let result = followsLinks ? stat(path, &status) : lstat(path, &status)
        return result == 0 ? Status(status) : nil
    }

    /// Returns whether the file at a path is the one of a descriptor.
    ///
    /// Another process may have removed or replaced it.
    public static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        guard let own = try? status(of: descriptor), let named = status(at: path, followsLinks: false) else {
            return false
        }
        return named.device == own.device && named.inode == own.inode
    }
}
