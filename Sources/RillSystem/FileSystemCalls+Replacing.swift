extension FileSystemCalls {
    /// Replaces a file atomically, by writing a temporary file and moving it to the target.
    ///
    /// Only the owner can read a new file. A file that replaces another file gets the permissions of that file,
    /// unless `permissions` specifies others. A symbolic link is replaced, not followed.
    ///
    /// - Parameters:
    ///   - path: The path of the file. Its folder must exist.
    ///   - bytes: The content of the file.
    ///   - permissions: The permissions of the file, or `nil` for the permissions of the replaced file. Defaults to `nil`.
    /// - Throws: The system error number.
    public func replaceFile(at path: String, with bytes: [UInt8], permissions: UInt32? = nil) throws(Failure) {
        let replaced = Self.status(at: path, followsLinks: true)
        if let replaced, !replaced.isRegular { throw Failure.notRegular }
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
        let temporary = "\(folder).\(Self.uniqueName).part"
        let descriptor = try Self.open(temporary, .create)
        defer { Self.close(descriptor) }
        do throws(Failure) {
            try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
                try writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
            }
            if let permissions = permissions ?? replaced?.permissions {
                try Self.setPermissions(permissions, of: descriptor)
            }
            try Self.move(temporary, to: path)
        } catch {
            Self.remove(temporary)
            throw error
        }
    }
}
