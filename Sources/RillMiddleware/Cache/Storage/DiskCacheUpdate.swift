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
        entryChecksum + metadata + checksum(path, secret)
    }

    private func checksum(_ path: String, _ secret: [UInt8]) -> [UInt8] {
        var hash = SipHash(key: secret)
        hash.update("update")
        hash.update(DiskCacheFile.name(at: path))
        hash.update(entryChecksum)
        hash.update(metadata.count)
        hash.update(metadata)
        return hash.digest
    }

    /// The result of reading the file.
    enum Result {
        case missing
        case damaged
        case valid(DiskCacheUpdate)
    }

    /// Reads the update of the entry at a path.
    static func read(for path: String, secret: [UInt8]) throws(FileSystemCalls.Failure) -> Result {
        let descriptor: Int32
        do throws(FileSystemCalls.Failure) {
            descriptor = try FileSystemCalls.open(path + suffix, .read)
        } catch {
            if error == .notFound { return .missing }
            throw error
        }
        defer { FileSystemCalls.close(descriptor) }
        let status = try FileSystemCalls.status(of: descriptor)
        let metadataSize = status.size - 2 * checksumSize
        guard status.isRegular, status.isOwn, 0...DiskCacheFile.maximumMetadataSize ~= metadataSize else {
            return .damaged
        }
        let bytes = try FileSystemCalls.read(descriptor, upTo: status.size)
        guard bytes.count == status.size else { return .damaged }
        let update = DiskCacheUpdate(
            entryChecksum: Array(bytes[..<checksumSize]), metadata: Array(bytes[checksumSize...].prefix(metadataSize)))
        return update.content(for: path, secret: secret) == bytes ? .valid(update) : .damaged
    }
}
