/// A regular file that is open for reading, from its beginning.
///
/// The file is closed when the last reference is released, so that a pending read cannot access another file.
public final class FileReader: Sendable {
    /// An error for a file that cannot be opened or read.
    public struct ReadingError: Error, CustomStringConvertible {
        var path: String
        /// The description of the cause.
        public var reason: String

        /// The description of the failure, with the path and the reason.
        public var description: String { "cannot read file \(path): \(reason)" }
    }

    /// The size in bytes when the file was opened.
    public let size: Int

    private let path: String
    private let descriptor: Int32

    /// Opens a file.
    public init(_ path: String) throws(ReadingError) {
        // Opening a named pipe would affect the process at its other end.
        if let status = FileSystemCalls.status(at: path, followsLinks: true), !status.isRegular {
            throw ReadingError(
                path: path, reason: status.isDirectory ? "it is a directory" : "it is not a regular file")
        }
        do throws(FileSystemCalls.Failure) {
            descriptor = try FileSystemCalls.open(path, .readFollowingLinks)
        } catch {
            throw Self.error(path, error)
        }
        self.path = path
        do throws(FileSystemCalls.Failure) {
            size = try FileSystemCalls.status(of: descriptor).size
        } catch {
            FileSystemCalls.close(descriptor)
            throw Self.error(path, error)
        }
    }

    deinit {
        FileSystemCalls.close(descriptor)
    }

    /// Reads the next bytes into a buffer.
    ///
    /// Returns the number of bytes, which is less than the size of the buffer only at the end of the file.
    public func read(into room: UnsafeMutableRawBufferPointer) throws(ReadingError) -> Int {
        do throws(FileSystemCalls.Failure) {
            return try FileSystemCalls.read(descriptor, into: room)
        } catch {
            throw Self.error(path, error)
        }
    }

    /// Reads and returns the next bytes.
    public func read(upTo count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { room, readCount in
            readCount = try read(into: UnsafeMutableRawBufferPointer(room))
        }
    }

    private static func error(_ path: String, _ failure: FileSystemCalls.Failure) -> ReadingError {
        ReadingError(path: path, reason: FileSystemCalls.text(of: failure.number))
    }
}
