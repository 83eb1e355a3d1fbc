internal import RillHTTP
internal import RillSystem

/// A trace file, to which only complete events are appended.
///
/// The file is locked so that it has only one writer, unless the file system does not support locks.
final class TraceFile {
    /// The number of bytes reserved for the last event and the end of the file.
    static let endSize = 1_000

    private let path: String
    private let calls: FileSystemCalls
    private let isPage: Bool
    private let descriptor: Int32

    /// The number of bytes that have been written.
    private(set) var size = 0

    /// Creates or replaces a file and writes its beginning.
    ///
    /// - Throws: A `FileWritingError` if the file cannot be written or is locked by another recorder or program.
    init(path: String, calls: FileSystemCalls) throws(FileWritingError) {
        self.path = path
        self.calls = calls
        isPage = path.hasSuffix(".html")
        if let status = FileSystemCalls.status(at: path, followsLinks: false), !status.isRegular {
            throw FileWritingError(path: path, reason: "not a regular file. Choose another path")
        }
        do throws(FileSystemCalls.Failure) {
            descriptor = try FileSystemCalls.open(path, .createOrKeep)
        } catch {
            throw FileWritingError(path: path, errorNumber: error.number)
        }
        let isLocked: Bool
        do throws(FileSystemCalls.Failure) {
            isLocked = try FileSystemCalls.lock(descriptor)
            if isLocked { try FileSystemCalls.truncate(descriptor, to: 0) }
        } catch {
            throw FileWritingError(path: path, errorNumber: error.number)
        }
        guard isLocked else {
            let reason = "another TraceRecorder or program has locked the file. Close it first, or choose another path"
            throw FileWritingError(path: path, reason: reason)
        }
        let process = #"{"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"Rill"}}"#
        try append(Array(((isPage ? TracePage.start : "") + "[\n" + process).utf8))
    }

    deinit {
        FileSystemCalls.unlockAndClose(descriptor)
    }

    /// Appends bytes, or restores the previous size of the file if they cannot all be written.
    func append(_ bytes: [UInt8]) throws(FileWritingError) {
        do {
            try bytes.withUnsafeBytes { try calls.writeAll($0, to: descriptor) }
            size += bytes.count
        } catch let failure as FileSystemCalls.Failure {
            try? FileSystemCalls.truncate(descriptor, to: size)
            throw FileWritingError(path: path, errorNumber: failure.number)
        } catch {
            throw FileWritingError(path: path, reason: "\(error)")
        }
    }

    /// Appends the end of the file.
    func end() throws(FileWritingError) {
        try append(Array(("\n]\n" + (isPage ? TracePage.end : "")).utf8))
    }
}
