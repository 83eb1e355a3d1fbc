public import RillHTTP

/// A private HTTP cache, which stores the responses of transports, uses them while they are fresh, and revalidates them
/// with the server afterward.
///
///     let client = Client(
///         baseURL: "https://api.github.com", transport: makeDefaultTransport().caching(in: ResponseCache()))
///
/// A response is used without a request for the time that the server declares (`max-age`, or `Expires` with `Date`).
/// After that time, the request is sent with `If-None-Match` and `If-Modified-Since`. If the server responds with 304,
/// the subscriber receives the stored body with the merged header fields of both responses. Many services do not count
/// such requests toward their rate limits. <doc:Caching> describes which responses are stored and used, and which
/// directives of `Cache-Control` are supported. Chunks are forwarded as they arrive, whether they are stored or not.
///
/// The cache is private: responses with `Cache-Control: private` and responses to requests with credentials are stored,
/// and a response is only used for requests of the same user. The cache receives each request as it is sent, after all
/// middleware, and compares all header fields, except the ones that are independent of the user (`Accept` and similar
/// fields, unless `Vary` names them, `User-Agent`, and request IDs and trace contexts such as `X-Request-ID`). It also
/// compares the `Transport.identity` of the transports, which contains their client certificates and proxies. Only hashes
/// of these values are stored. A successful request that can change data removes the stored responses of its URL and of
/// the URLs in the `Location` and `Content-Location` fields of its response.
///
/// Copies of a cache share the stored responses, even with different transports.
///
/// - SeeAlso: RFC 9111, RFC 5861, RFC 8246.
public struct ResponseCache: Sendable {
    fileprivate let core: CacheCore

    /// Creates an empty cache in memory.
    ///
    /// - Parameters:
    ///   - capacity: The maximum size in bytes. Must not be negative. Defaults to 16 MiB. The least recently used
    ///     responses are evicted first, and a body larger than a quarter of the capacity is not stored.
    ///   - freshnessClock: The scheduler that measures the age of responses. The time in which the system is suspended
    ///     counts only if its time is the uptime of the system, as with the schedulers of Dispatch. Defaults to real time.
    public init(capacity: Int = 16 << 20, freshnessClock: any Scheduler = ConcurrentDispatchQueueScheduler()) {
        precondition(capacity >= 0, "ResponseCache: capacity must not be negative, got \(capacity)")
        self.init(storage: MemoryCacheStorage(capacity: capacity), freshnessClock: freshnessClock)
    }

    /// Creates a cache with a storage.
    ///
    ///     let cache = ResponseCache(storage: try DiskCacheStorage("/var/cache/my-tool"))
    ///
    /// - Parameters:
    ///   - storage: The storage of the responses. Caches with the same storage share the responses.
    ///   - freshnessClock: The scheduler that measures the age of responses. The time in which the system is suspended
    ///     counts only if its time is the uptime of the system, as with the schedulers of Dispatch. Defaults to real time.
    public init(storage: any CacheStorage, freshnessClock: any Scheduler = ConcurrentDispatchQueueScheduler()) {
        self.init(storage: storage, clock: WallClock(freshnessClock))
    }

    init(storage: any CacheStorage, clock: WallClock) {
        core = CacheCore(storage, clock: clock)
    }

    /// The approximate number of stored bytes.
    public var size: Int { core.storage.size }

    /// Removes all stored responses, and waits for the storage.
    public func removeAll() { core.removeAll() }
}

extension Transport {
    /// Returns a transport that uses the stored responses of a cache, and stores the responses of this transport.
    ///
    ///     let client = Client(
    ///         baseURL: "https://api.github.com", transport: makeDefaultTransport().caching(in: ResponseCache()))
    ///
    /// The cache is inside of all middleware of a client. The reports of this transport are forwarded. An exchange
    /// without a request has no metrics, and neither has a revalidation in the background.
    ///
    /// ## Errors
    /// Adds no errors. An error of the storage means that a response is not stored or not found. A stored body that can no
    /// longer be read after its head was delivered fails with a `TransportError`.
    ///
    /// - Parameter cache: The cache. Several transports can share it.
    /// - Returns: A transport with the identity of this one.
    public func caching(in cache: ResponseCache) -> some Transport { CachingTransport(base: self, core: cache.core) }
}
