extension FileSystemCalls {
    /// Writes a file beside its place and moves it there, so that nobody ever sees a part of it.
    ///
    /// A new file can be read by its owner alone. A file that replaces another has the permissions of that, and a symbolic
    /// link is replaced instead of followed.
    ///
    /// - Parameters:
    ///   - path: The path of the file, whose folder exists.
    ///   - bytes: The content.
    /// - Throws: `FileWritingError`.
    package func replaceFile(at path: String, with bytes: [UInt8]) throws {
        let temporary = try DownloadPaths(for: path, resumes: false).part
        do {
            let replaced = Self.status(at: path, followsLinks: true)
            if let replaced, !replaced.isRegular { throw Failure.notRegular }
            let descriptor = try Self.open(temporary, .create)
            defer { Self.close(descriptor) }
            do {
                try bytes.withUnsafeBytes { try writeAll($0, to: descriptor) }
                if let replaced { try Self.setPermissions(replaced.permissions, of: descriptor) }
                try Self.move(temporary, to: path)
            } catch {
                Self.remove(temporary)
                throw error
            }
        } catch let failure as Failure {
            throw FileWritingError(path: path, errorNumber: failure.number)
        }
    }
}
