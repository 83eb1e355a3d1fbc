internal import Foundation
internal import RillHTTP
internal import RillSystem

/// An entry file of a ``DiskCacheStorage``, opened for reading.
///
///     header     8 bytes
///     body
///     metadata
///     trailer    size of the body, size of the metadata, checksum of the body, checksum of the rest
///
/// The last checksum includes the name of the file, so an entry is valid only for its key and variant. The file remains
/// readable when it is replaced or removed. A ``DiskCacheUpdate`` can replace its metadata.
final class DiskCacheFile: Sendable {
    static let header = Array("rillhc1\n".utf8)
    private static let trailerSize = 16 + 2 * 16

    /// The maximum size of the metadata, which exceeds every accepted response head.
    static let maximumMetadataSize = 16 << 20

    private let path: String
    private let descriptor: Int32
    private let secret: [UInt8]
    private let content: Content

    /// The size of the body in bytes.
    var bodySize: Int { content.bodySize }

    /// The most recent metadata.
    var metadata: [UInt8] { content.metadata }

    /// The inode number, which no other file has while this one is open.
    var number: UInt64 { content.status.inode }

    /// The time of the last use, in seconds since 1970.
    var modified: Double { content.status.modified }

    /// Opens a file, and removes it if it is damaged.
    ///
    /// Returns `nil` if it does not exist, cannot be read, is damaged, or belongs to another user.
    init?(_ path: String, secret: [UInt8]) {
        guard let descriptor = try? FileSystemCalls.open(path, .read) else { return nil }
        // After an error, the file itself may be intact, so it is not removed.
        guard let content = try? Self.validContent(of: descriptor, path, secret) else {
            FileSystemCalls.close(descriptor)
            return nil
        }
        self.path = path
        self.descriptor = descriptor
        self.secret = secret
        self.content = content
    }

    deinit {
        FileSystemCalls.close(descriptor)
    }

    private struct Content {
        let status: FileSystemCalls.Status
        let bodySize: Int

        /// The body of a small file, or `nil` if it must be read.
        let body: [UInt8]?
        var metadata: [UInt8]
        let bodyChecksum: [UInt8]

        /// The checksum of everything except the body, which includes the checksum of the body.
        let checksum: [UInt8]
    }

    /// Returns the content with the most recent metadata, or `nil` if the file is damaged or no longer valid.
    private static func validContent(
        of descriptor: Int32, _ path: String, _ secret: [UInt8]
    ) throws(FileSystemCalls.Failure) -> Content? {
        let status = try FileSystemCalls.status(of: descriptor)
        guard status.isRegular, status.isOwn, var content = try content(of: descriptor, status, path, secret) else {
            remove(path, descriptor)
            return nil
        }
        switch try DiskCacheUpdate.read(for: path, secret: secret) {
        case .valid(let update) where update.entryChecksum == content.checksum: content.metadata = update.metadata
        case .damaged:
            // The metadata of the entry may permit uses that the server no longer permits.
            remove(path, descriptor)
            return nil
        case .valid, .missing:
            // If the entry has been removed or replaced, its update may have been, too.
            guard FileSystemCalls.isFile(descriptor, at: path) else { return nil }
        }
        return content
    }

    private static func content(
        of descriptor: Int32, _ status: FileSystemCalls.Status, _ path: String, _ secret: [UInt8]
    ) throws(FileSystemCalls.Failure) -> Content? {
        let start = status.size - trailerSize
        // A small file is read at once.
        let file = status.size <= CacheBody.chunkSize ? try FileSystemCalls.read(descriptor, upTo: status.size) : nil
        func read(upTo count: Int, at offset: Int) throws(FileSystemCalls.Failure) -> [UInt8] {
            guard let file else { return try FileSystemCalls.read(descriptor, upTo: count, at: offset) }
            return Array(file.dropFirst(offset).prefix(count))
        }
        guard start >= header.count, try read(upTo: header.count, at: 0) == header else { return nil }
        let trailer = try read(upTo: trailerSize, at: start)
        guard trailer.count == trailerSize else { return nil }
        let bodySize = Int(truncatingIfNeeded: UInt64(littleEndianBytes: trailer[0..<8]))
        let metadataSize = Int(truncatingIfNeeded: UInt64(littleEndianBytes: trailer[8..<16]))
        guard 0...maximumMetadataSize ~= metadataSize, bodySize >= 0, bodySize == start - header.count - metadataSize
        else { return nil }
        let metadata = try read(upTo: metadataSize, at: start - metadataSize)
        guard metadata.count == metadataSize else { return nil }
        let bodyChecksum = Array(trailer[16..<32])
        let checksum = Array(trailer[32...])
        guard Self.checksum("entry", path, trailer[..<8] + bodyChecksum, metadata, secret) == checksum
        else { return nil }
        return Content(
            status: status, bodySize: bodySize, body: file.map { Array($0[header.count...].prefix(bodySize)) },
            metadata: metadata, bodyChecksum: bodyChecksum, checksum: checksum)
    }

    /// Returns the metadata and the trailer of a file.
    static func ending(
        of path: String, bodySize: Int, bodyChecksum: [UInt8], metadata: [UInt8], secret: [UInt8]
    ) -> [UInt8] {
        metadata + UInt64(bodySize).littleEndianBytes + UInt64(metadata.count).littleEndianBytes + bodyChecksum
            + checksum("entry", path, UInt64(bodySize).littleEndianBytes + bodyChecksum, metadata, secret)
    }

    /// Returns the checksum of an entry or its update, which includes the name of the entry.
    static func checksum(
        _ kind: String, _ path: String, _ prefix: [UInt8], _ metadata: [UInt8], _ secret: [UInt8]
    ) -> [UInt8] {
        var hash = SipHash(key: secret)
        hash.update(kind)
        hash.update(name(at: path))
        hash.update(prefix)
        hash.update(metadata.count)
        hash.update(metadata)
        return hash.digest
    }

    private static func name(at path: String) -> String {
        String(path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[$0...].dropFirst() } ?? path[...])
    }

    /// Returns an update of the entry.
    func update(_ metadata: [UInt8]) -> DiskCacheUpdate {
        DiskCacheUpdate(entryChecksum: content.checksum, metadata: metadata)
    }

    // MARK: Body

    /// Returns whether the body has the expected checksum.
    func isBodyIntact() throws -> Bool {
        var hash = SipHash(key: secret)
        var offset = 0
        while offset < bodySize {
            let bytes = try read(offset, bodySize - offset)
            if bytes.isEmpty { return false }
            hash.update(bytes)
            offset += bytes.count
        }
        return hash.digest == content.bodyChecksum
    }

    /// Returns up to 64 KiB of the body.
    func read(_ offset: Int, _ limit: Int) throws -> [UInt8] {
        let count = min(limit, bodySize - offset, CacheBody.chunkSize)
        if let body = content.body { return count == body.count ? body : Array(body[offset..<offset + count]) }
        return try FileSystemCalls.read(descriptor, upTo: count, at: Self.header.count + offset)
    }

    // MARK: File

    /// Records the use of the entry.
    func touch() {
        futimens(descriptor, nil)
    }

    /// Removes the file and its update, unless it was replaced.
    func remove() { Self.remove(path, descriptor) }

    private static func remove(_ path: String, _ descriptor: Int32) {
        guard FileSystemCalls.isFile(descriptor, at: path) else { return }
        FileSystemCalls.remove(path)
        FileSystemCalls.remove(path + DiskCacheUpdate.suffix)
    }
}
