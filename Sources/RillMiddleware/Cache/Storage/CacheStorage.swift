public import Rill

/// A store for the responses of a ``ResponseCache``.
///
///     let cache = ResponseCache(storage: try DiskCacheStorage("/var/cache/my-tool"))
///
/// A storage keeps entries, each of which has a key, a variant, metadata and a body. The cache determines all of these,
/// so a storage needs no knowledge of HTTP. ``MemoryCacheStorage`` and ``DiskCacheStorage`` are the storages of the
/// package.
///
/// Keys and variants are hexadecimal strings that are derived from requests with the ``secret``. They contain no part
/// of a request and are safe to use as file names. The metadata and the body contain the response.
///
/// The methods can be called from several threads at the same time, and can block the thread if the storage has a
/// ``scheduler``. The cache treats an error of a storage as a response that is not stored.
///
/// Several caches can use the same storage. An invalidation by one of them removes the stored entries. A request that
/// is pending in another cache, or in another process, can store its older response afterward, because only caches
/// that use the same ``MemoryCacheStorage`` or ``DiskCacheStorage`` instance are aware of each other's invalidations.
public protocol CacheStorage: Sendable {
    /// The scheduler on which the cache calls the storage and delivers the events of its exchanges, or `nil` if the
    /// methods return quickly and can be called on any thread.
    var scheduler: (any Scheduler)? { get }

    /// The maximum size of the body of an entry, in bytes.
    var maximumBodySize: Int { get }

    /// The approximate number of stored bytes.
    var size: Int { get }

    /// A random secret of 16 bytes, which must not change as long as the entries exist.
    var secret: [UInt8] { get }

    /// Returns the entries for a key, in the order in which they were stored.
    ///
    /// - Parameter key: The key.
    /// - Returns: One entry for each variant, excluding invalid entries.
    func entries(for key: String) throws -> [CacheEntry]

    /// Starts writing an entry, which becomes visible when it is committed and replaces the entry with the same
    /// variant.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - variant: The variant.
    /// - Returns: A writer for the body.
    func makeWriter(for key: String, variant: String) throws -> any CacheWriter

    /// Replaces the metadata of an entry, unless the entry was removed or replaced in the meantime.
    ///
    /// An entry that was removed must not appear again, because its response may have been invalidated.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - metadata: The new metadata.
    func replaceMetadata(of entry: CacheEntry, with metadata: [UInt8]) throws

    /// Removes entries.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - variant: The variant, or `nil` for all variants.
    func removeEntries(for key: String, variant: String?) throws

    /// Removes all entries.
    func removeAll() throws
}

/// A writer for the body of an entry, which is used by one thread at a time.
public protocol CacheWriter: Sendable {
    /// Appends bytes to the body.
    ///
    /// - Parameter bytes: The bytes.
    func append(_ bytes: [UInt8]) throws

    /// Makes the entry visible. No other method is called afterward.
    ///
    /// Must throw an error if the entry is not stored, so that the cache removes any older entry.
    ///
    /// - Parameter metadata: The metadata.
    func commit(metadata: [UInt8]) throws

    /// Discards the entry. No other method is called afterward.
    func cancel()
}

/// An entry of a ``CacheStorage``.
public struct CacheEntry: Sendable {
    /// The key.
    public let key: String

    /// The variant, which differs between the entries of a key.
    public let variant: String

    /// The metadata.
    public let metadata: [UInt8]

    /// Returns the body after verifying that it is complete, and records the use of the entry.
    ///
    /// Returns `nil` if the body is damaged or no longer exists.
    public let openBody: @Sendable () throws -> CacheBody?

    /// A number that distinguishes an entry from the entries that it replaces or that replace it, or 0 if it is
    /// unknown.
    var number: UInt64 = 0

    /// The decoded metadata, if the storage has decoded it before.
    var stored: StoredResponse?

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - variant: The variant.
    ///   - metadata: The metadata.
    ///   - openBody: A closure that verifies and returns the body, or `nil` if it is damaged.
    public init(
        key: String, variant: String, metadata: [UInt8], openBody: @escaping @Sendable () throws -> CacheBody?
    ) {
        self.key = key
        self.variant = variant
        self.metadata = metadata
        self.openBody = openBody
    }
}

/// The body of a ``CacheEntry``, which remains readable when the entry is replaced or removed.
public struct CacheBody: Sendable {
    /// The maximum number of bytes that are read at a time.
    static let chunkSize = 64 << 10

    /// The size in bytes.
    public let size: Int

    /// Returns up to a given number of bytes at an offset: at least one byte if the offset is less than the size.
    public let read: @Sendable (_ offset: Int, _ limit: Int) throws -> [UInt8]

    /// Creates a body.
    ///
    /// - Parameters:
    ///   - size: The size in bytes.
    ///   - read: A closure that returns the bytes at an offset, up to a limit.
    public init(size: Int, read: @escaping @Sendable (_ offset: Int, _ limit: Int) throws -> [UInt8]) {
        self.size = size
        self.read = read
    }
}
