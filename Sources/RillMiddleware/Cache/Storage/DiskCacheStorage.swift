public import Rill

/// A storage that keeps the responses of a ``ResponseCache`` in a folder, which several processes can use concurrently.
///
///     let storage = try DiskCacheStorage("/home/me/.cache/my-tool", maximumSize: 64 << 20)
///     let transport = makeDefaultTransport().caching(in: ResponseCache(storage: storage))
///     let client = Client(baseURL: base, transport: transport)
///
/// Each entry is one file, and a second one for the metadata that a 304 response has updated. A file is written next to
/// the others and becomes visible with a single `rename` when it is complete. A process that is killed at any time
/// leaves either the old entry, the new entry, or none, and its unfinished file is removed later. Each file has a
/// checksum, so a damaged entry is not used and is removed. Files are not flushed to the storage device: an entry that a
/// power failure damages is detected by its checksum.
///
/// The least recently used entries are removed first, according to their modification times, which each use updates.
/// The limits apply to the folder. Each process reads the folder again after it has added files for a sixteenth of a
/// limit, so several processes can exceed the limits by that amount.
///
/// ## Permissions and secrets
/// Only the user can access the folder (mode 0700) and the files (mode 0600). A file contains the status, the header
/// fields except `Set-Cookie`, and the decoded body of a response. It contains no part of the request: the URL, the
/// credentials and the fields that `Vary` names are hashed with a random secret of the folder. The file is named after
/// the hashes.
public final class DiskCacheStorage: CacheStorage {
    /// The version of the format, used as a folder name so that different versions do not read each other's files.
    private static let version = "rill-cache-1"

    let folder: DiskCacheFolder
    let limits: DiskCacheLimits
    let invalidations = CacheInvalidations()

    /// The scheduler on which the cache reads and writes files, and delivers the events of its exchanges.
    public let scheduler: (any Scheduler)?

    /// The maximum size of the body of an entry, in bytes, which is at most fifteen sixteenths of the maximum total
    /// size.
    public let maximumBodySize: Int

    /// A random secret of 16 bytes, which is stored in the folder.
    public let secret: [UInt8]

    /// Opens a folder and creates it if necessary.
    ///
    /// Blocks the thread. Entries that exceed the limits are then removed on the scheduler.
    ///
    /// - Parameters:
    ///   - path: The path of the folder. The storage creates its own folder inside it.
    ///   - maximumSize: The maximum total size of the files in bytes. Must be at least 1. Defaults to 256 MiB.
    ///   - maximumCount: The maximum number of entries. Must be at least 1. Defaults to 10,000.
    ///   - maximumBodySize: The maximum size of a body in bytes. Larger bodies are not stored. Must not be negative, and
    ///     is limited to fifteen sixteenths of the maximum total size. A body of that size removes all other entries.
    ///     Defaults to `nil`, which means a quarter of the maximum total size.
    ///   - scheduler: The scheduler on which files are read and written. Defaults to a global queue.
    /// - Throws: `FileWritingError` if the folder cannot be created, read or written, or belongs to another user.
    public init(
        _ path: String, maximumSize: Int = 256 << 20, maximumCount: Int = 10_000, maximumBodySize: Int? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) throws {
        precondition(maximumSize > 0, "DiskCacheStorage: maximumSize must be at least 1, got \(maximumSize)")
        precondition(maximumCount > 0, "DiskCacheStorage: maximumCount must be at least 1, got \(maximumCount)")
        precondition(
            maximumBodySize ?? 0 >= 0,
            "DiskCacheStorage: maximumBodySize must not be negative, got \(maximumBodySize ?? 0)")
        guard !path.isEmpty else { throw FileWritingError(path: path, reason: "the path does not name a folder") }
        self.scheduler = scheduler
        self.maximumBodySize = min(maximumBodySize ?? maximumSize / 4, maximumSize - maximumSize / 16)
        folder = try DiskCacheFolder("\(path)/\(Self.version)")
        secret = try folder.readSecret()
        limits = DiskCacheLimits(folder, maximumSize: maximumSize, maximumCount: maximumCount)
        try folder.removeUnusedFiles()
        // Reads the times and sizes of all files, which takes long, and must not delay the first request.
        scheduler.schedule { [limits] in limits.enforce() }
    }

    /// The total size of the files in bytes, or 0 if the folder cannot be read.
    ///
    /// Reads the folder.
    public var size: Int { ((try? folder.files()) ?? []).reduce(0) { $0 + $1.size } }

    /// Returns the entries for a key, the oldest file first.
    ///
    /// - Parameter key: The key.
    /// - Returns: One entry for each variant.
    public func entries(for key: String) throws -> [CacheEntry] {
        let files = try folder.variants(of: key).compactMap { variant in
            DiskCacheFile(folder.path(for: key, variant: variant), secret: secret).map { (variant, file: $0) }
        }
        return files.sorted { $0.file.modified < $1.file.modified }.map { variant, file in
            var entry = CacheEntry(key: key, variant: variant, metadata: file.metadata) {
                guard try file.isBodyIntact() else {
                    file.remove()
                    return nil
                }
                file.touch()
                return CacheBody(size: file.bodySize) { offset, limit in try file.read(offset, limit) }
            }
            entry.number = file.number
            return entry
        }
    }

    /// Starts writing an entry.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - variant: The variant.
    /// - Returns: A writer for the body.
    public func makeWriter(for key: String, variant: String) throws -> any CacheWriter {
        try DiskCacheWriter(folder, limits, key: key, variant: variant, secret: secret)
    }

    /// Replaces the metadata of an entry, unless the entry was removed or replaced in the meantime.
    ///
    /// Writes only the metadata, regardless of the size of the body.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - metadata: The new metadata.
    public func replaceMetadata(of entry: CacheEntry, with metadata: [UInt8]) throws {
        let path = folder.path(for: entry.key, variant: entry.variant)
        guard let file = DiskCacheFile(path, secret: secret), file.number == entry.number else { return }
        let content = file.update(metadata).content(for: path, secret: secret)
        try limits.reserve(size: content.count)
        var isStored = false
        defer { limits.release(size: content.count, isStored: isStored) }
        try folder.write(content, to: path + DiskCacheUpdate.suffix)
        isStored = true
    }

    /// Removes entries.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - variant: The variant, or `nil` for all of them.
    /// - Throws: An error if the folder cannot be read, or a file cannot be removed.
    public func removeEntries(for key: String, variant: String?) throws {
        try folder.remove(folder.files(for: key).filter { variant == nil || $0.variant == variant })
    }

    /// Removes all entries.
    ///
    /// - Throws: An error if the folder cannot be read, or a file cannot be removed.
    public func removeAll() throws {
        try folder.remove(folder.files())
        try folder.removeUnusedFiles()
    }
}
