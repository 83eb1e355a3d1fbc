internal import Rill

/// Writes an entry of a ``DiskCacheStorage`` to a file that becomes visible when it is complete.
final class DiskCacheWriter: CacheWriter, @unchecked Sendable {  // used by one thread at a time
    /// The maximum number of variants of a key.
    private static let variantLimit = 32

    private let folder: DiskCacheFolder
    private let limits: DiskCacheLimits
    private let key: String
    private let target: String
    private let secret: [UInt8]
    private let descriptor: Int32
    private let path: String
    private let system = FileSystemCalls()
    private var hash: SipHash
    private var bodySize = 0
    private var isOpen = true

    init(
        _ folder: DiskCacheFolder, _ limits: DiskCacheLimits, key: String, variant: String, secret: [UInt8]
    ) throws {
        self.folder = folder
        self.limits = limits
        self.key = key
        self.secret = secret
        target = folder.path(for: key, variant: variant)
        hash = SipHash(key: secret)
        (descriptor, path) = try folder.makePendingFile()
        do {
            try DiskCacheFile.header.withUnsafeBytes { try system.writeAll($0, to: descriptor) }
        } catch {
            FileSystemCalls.remove(path)
            FileSystemCalls.close(descriptor)
            throw error
        }
    }

    deinit {
        cancel()
    }

    func append(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try system.writeAll($0, to: descriptor) }
        hash.update(bytes)
        bodySize += bytes.count
    }

    func commit(metadata: [UInt8]) throws {
        defer { cancel() }
        let ending = DiskCacheFile.ending(
            of: target, bodySize: bodySize, bodyChecksum: hash.digest, metadata: metadata, secret: secret)
        try ending.withUnsafeBytes { try system.writeAll($0, to: descriptor) }
        let size = DiskCacheFile.header.count + bodySize + ending.count
        guard limits.reserve(size) else { return }
        defer { limits.endReservation(size) }
        do throws(FileSystemCalls.Failure) {
            try FileSystemCalls.move(path, to: target)
        } catch {
            // The first entry of this part of the folder.
            try folder.makeBucket(for: key)
            try FileSystemCalls.move(path, to: target)
        }
        let variants = folder.files(for: key).sorted { $0.modified < $1.modified }
        for file in variants.dropLast(Self.variantLimit) { FileSystemCalls.remove(file.path) }
    }

    func cancel() {
        guard isOpen else { return }
        isOpen = false
        FileSystemCalls.remove(path)
        FileSystemCalls.close(descriptor)
    }
}
