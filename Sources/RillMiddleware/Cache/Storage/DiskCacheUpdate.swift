internal import RillHTTP
internal import RillSystem

/// A file with newer metadata of an entry of a ``DiskCacheStorage``, so that the server's confirmation of a response
/// does not require writing its body again.
///
///     checksum of the entry
///     metadata
///     checksum of the rest
///
/// The first checksum refers to the entry that is updated. A newer entry with the same name has another checksum, so
/// the update does not apply to it.
struct DiskCacheUpdate {
    /// The text that follows the name of the entry in the name of the file.
    static let suffix = "-update"

    private static let checksumSize = 16

    let entryChecksum: [UInt8]
    let metadata: [UInt8]

    /// The content of the file.
    ///
    /// - Parameters:
    ///   - path: The path of the entry.
    ///   - secret: The secret of the folder.
    func content(for path: String, secret: [UInt8]) -> [UInt8] {
        entryChecksum + metadata + DiskCacheFile.checksum("update", path, entryChecksum, metadata, secret)
    }

    /// The result of reading the file.
    enum Result {
        case missing
        case damaged
        case valid(DiskCacheUpdate)
    }

    /// Reads the update of the entry at a path.
    static func read(for path: String, secret: [UInt8]) throws(FileSystemCalls.Failure) -> Result {
        let sizes = 2 * checksumSize...DiskCacheFile.maximumMetadataSize + 2 * checksumSize
        guard let (status, bytes) = try FileSystemCalls.content(at: path + suffix, upTo: sizes.upperBound) else {
            return .missing
        }
        guard status.isRegular, status.isOwn, bytes.count == status.size, sizes ~= bytes.count else { return .damaged }
        let update = DiskCacheUpdate(
            entryChecksum: Array(bytes[..<checksumSize]),
            metadata: Array(bytes[checksumSize...].dropLast(checksumSize)))
        return update.content(for: path, secret: secret) == bytes ? .valid(update) : .damaged
    }
}
