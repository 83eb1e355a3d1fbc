internal import RillHTTP
internal import RillSystem

/// A writer that stores an entry of a ``DiskCacheStorage`` in a file, which becomes visible when it is complete.
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

    /// The number of bytes that are reserved in the folder.
    private var reserved = 0

    init(_ folder: DiskCacheFolder, _ limits: DiskCacheLimits, key: String, variant: String, secret: [UInt8]) throws {
        self.folder = folder
        self.limits = limits
        self.key = key
        self.secret = secret
        target = folder.path(for: key, variant: variant)
        hash = SipHash(key: secret)
        (descriptor, path) = try folder.makePendingFile(restoringWith: secret)
        // If writing fails, `deinit` closes and removes the file.
        try DiskCacheFile.header.withUnsafeBytes { try system.writeAll($0, to: descriptor) }
    }

    deinit {
        cancel()
    }

    func append(_ bytes: [UInt8]) throws {
        try reserve(bytes.count)
        try bytes.withUnsafeBytes { try system.writeAll($0, to: descriptor) }
        hash.update(bytes)
        bodySize += bytes.count
    }

    func commit(metadata: [UInt8]) throws {
        defer { cancel() }
        let ending = DiskCacheFile.ending(
            of: target, bodySize: bodySize, bodyChecksum: hash.digest, metadata: metadata, secret: secret)
        try reserve(DiskCacheFile.header.count + ending.count)
        try limits.reserve(count: 1)
        var isStored = false
        defer { limits.release(count: 1, isStored: isStored) }
        try ending.withUnsafeBytes { try system.writeAll($0, to: descriptor) }
        do throws(FileSystemCalls.Failure) {
            try FileSystemCalls.move(path, to: target)
        } catch {
            // The folder does not exist until the first entry is stored in it.
            try folder.makeBucket(for: key)
            try FileSystemCalls.move(path, to: target)
        }
        isStored = true
        limits.release(size: reserved, isStored: true)
        reserved = 0
        let variants = ((try? folder.files(for: key)) ?? []).sorted { $0.modified < $1.modified }
        for file in variants.dropLast(Self.variantLimit) { folder.remove(file) }
    }

    func cancel() {
        guard isOpen else { return }
        isOpen = false
        FileSystemCalls.remove(path)
        FileSystemCalls.close(descriptor)
        limits.release(size: reserved, isStored: false)
        reserved = 0
    }

    private func reserve(_ size: Int) throws {
        try limits.reserve(size: size)
        reserved += size
    }
}
