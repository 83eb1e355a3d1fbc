public import Rill
public import RillHTTP
internal import Synchronization

/// A private HTTP cache: a middleware that stores responses, uses them while they are fresh, and revalidates them with
/// the server afterward.
///
///     let client = Client(baseURL: "https://api.github.com", middleware: [ResponseCache()])
///
/// A response is used without a request for the time that the server declares (`max-age`, or `Expires` with `Date`).
/// After that time, the request is sent with `If-None-Match` and `If-Modified-Since`. If the server responds with 304,
/// the subscriber receives the stored body with the merged header fields of both responses. Many services do not count
/// such requests toward their rate limits. <doc:Caching> describes which responses are stored and used, and which
/// directives of `Cache-Control` are supported. Chunks are forwarded as they arrive, whether they are stored or not.
///
/// The cache is private: responses with `Cache-Control: private` and responses to requests with credentials are stored,
/// and a response is only used for requests of the same user. All header fields are compared, except the ones that are
/// independent of the user (`Accept` and similar fields, unless `Vary` names them, `User-Agent`, and request IDs such
/// as `X-Request-ID`). The credentials of each `Authentication` are also compared, regardless of its position in the
/// list, and the `Transport.identity` of the transports, which contains their client certificates and proxies. Nothing is
/// stored while the credentials of an ``/RillHTTP/Authentication`` are unknown, such as before its first token.
/// Only hashes of these fields are stored. A successful request that can change data removes the stored responses of
/// its URL and of the URLs in the `Location` and `Content-Location` fields of its response.
///
/// Copies of a cache share the stored responses, even in different clients. Place this middleware inside
/// `FollowRedirects`, because a response is stored for the URL that sent it. Place custom middleware that adds
/// credentials outside of this one: the credentials that inner middleware adds are unknown when requests are compared,
/// so responses are shared only within the same client, and are not found by another process. A response is not stored if
/// its `Vary` field names a header field that custom inner middleware adds.
///
/// ## Errors
/// Adds no errors. An error of the storage means that a response is not stored or not found. A stored body that can no
/// longer be read after its head was delivered fails with a ``/RillHTTP/TransportError``.
///
/// - SeeAlso: RFC 9111, RFC 5861, RFC 8246.
public struct ResponseCache: IdentifyingMiddleware {
    private let core: CacheCore

    /// Creates an empty cache in memory.
    ///
    /// - Parameters:
    ///   - capacity: The maximum size in bytes. Must not be negative. Defaults to 16 MiB. The least recently used
    ///     responses are evicted first, and a body larger than a quarter of the capacity is not stored.
    ///   - freshnessClock: The scheduler that measures the age of responses. Defaults to `nil`, which means the
    ///     scheduler of the first client that uses the cache.
    public init(capacity: Int = 16 << 20, freshnessClock: (any Scheduler)? = nil) {
        precondition(capacity >= 0, "ResponseCache: capacity must not be negative, got \(capacity)")
        self.init(storage: MemoryCacheStorage(capacity: capacity), freshnessClock: freshnessClock)
    }

    /// Creates a cache with a storage.
    ///
    ///     let cache = ResponseCache(storage: try DiskCacheStorage("/var/cache/my-tool"))
    ///
    /// - Parameters:
    ///   - storage: The storage of the responses. Caches with the same storage share the responses.
    ///   - freshnessClock: The scheduler that measures the age of responses. Defaults to `nil`, which means the
    ///     scheduler of the first client that uses the cache.
    public init(storage: any CacheStorage, freshnessClock: (any Scheduler)? = nil) {
        self.init(storage: storage, clock: WallClock(freshnessClock))
    }

    init(storage: any CacheStorage, clock: WallClock) {
        core = CacheCore(storage, clock: clock)
    }

    /// The approximate number of stored bytes.
    public var size: Int { core.storage.size }

    /// Removes all stored responses, and waits for the storage.
    public func removeAll() { core.removeAll() }

    /// Returns a stored response, or sends the request and stores its response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The events of the exchange.
    public func intercept(
        _ request: HTTPRequest, body: HTTPBody?, next: Next
    ) -> Observable<TransportEvent> {
        guard request.method.isSafe else { return invalidating(request, body, next) }
        let isOnlyIfCached = CacheControl(request).contains("only-if-cached")
        guard request.method == .get || request.method == .head, body == nil, !Self.bypassesCache(request) else {
            return isOnlyIfCached ? Self.notStored : next(request, body)
        }
        let exchange = Observable.deferred {
            isOnlyIfCached ? self.storedResponse(to: request, next) ?? Self.notStored : self.exchange(request, next)
        }
        return core.storage.scheduler.map { exchange.subscribeOn($0) } ?? exchange
    }

    /// Returns whether only the server can evaluate the conditions of a request, or the sender has disabled the cache.
    private static func bypassesCache(_ request: HTTPRequest) -> Bool {
        request.headerFields.contains(.ifMatch) || request.headerFields.contains(.ifUnmodifiedSince)
            || CacheControl(request).contains("no-store")
    }

    /// The response to a request that must not be sent and has no usable stored response.
    private static let notStored = Observable<TransportEvent>.just(.head(HTTPResponse(status: .gatewayTimeout)))

    /// Returns the stored response to a request, or `nil` if there is none that can be used without revalidation.
    private func storedResponse(to request: HTTPRequest, _ next: Next) -> Observable<TransportEvent>? {
        guard let identity = next.identified(request)?.identifyingParts,
            let cached = core.response(to: request, of: identity)
        else { return nil }
        return switch cached.stored.decision(for: request, at: core.now(for: next)) {
        case .use(let age), .useWhileRevalidating(let age): cached.events(for: request, age: age)
        case .revalidate: nil
        }
    }

    private func exchange(_ request: HTTPRequest, _ next: Next) -> Observable<TransportEvent> {
        guard let identity = next.identified(request)?.identifyingParts else { return next(request, nil) }
        let changes = core.changes
        let cached = core.response(to: request, of: identity)
        let decision = cached?.stored.decision(for: request, at: core.now(for: next))
        let isPlain = request.method == .get && !request.headerFields.contains(.range)
        func transaction(canUseOnError: Bool) -> CacheTransaction {
            CacheTransaction(
                request, of: identity, stored: cached, canUseOnError: canUseOnError, since: changes, core, next)
        }
        var canUseOnError = false
        switch decision {
        case .use(let age)?:
            if let events = cached?.events(for: request, age: age) { return events }
        case .useWhileRevalidating(let age)?:
            if isPlain, !request.hasConditions, let cached, let events = cached.events(for: request, age: age) {
                core.revalidate(cached.entry, transaction(canUseOnError: false).events, next)
                return events
            }
        case .revalidate(_, let isUsableOnError)?:
            canUseOnError = isUsableOnError
        case nil:
            break
        }
        if request.method == .head { return updating(cached, request, next, since: changes) }
        return isPlain ? transaction(canUseOnError: canUseOnError).events : next(request, nil)
    }

    /// Updates or removes a stored response according to the response to a `HEAD` request (RFC 9111, 4.3.5).
    private func updating(
        _ cached: CachedResponse?, _ request: HTTPRequest, _ next: Next, since changes: Int
    ) -> Observable<TransportEvent> {
        let events = next(request, nil)
        guard let cached else { return events }
        let started = core.now(for: next)
        return core.onScheduler(events).do(onNext: { [core] event in
            guard case .head(let head) = event, head.status == .ok, cached.stored.head.status == .ok else { return }
            guard cached.stored.isDescribed(by: head, size: cached.body.size) else { return core.remove(cached.entry) }
            var updated = cached
            updated.stored.update(with: head)
            updated.stored.received = core.now(for: next)
            updated.stored.initialAge = head.reportedAge + max(updated.stored.received - started, .zero)
            if updated.stored.isStorableUpdate {
                core.update(updated, of: request.normalizedURL, since: changes)
            } else {
                core.remove(cached.entry)
            }
        })
    }

    /// Invalidates the responses that a request may have changed, including when its outcome is unknown.
    private func invalidating(
        _ request: HTTPRequest, _ body: HTTPBody?, _ next: Next
    ) -> Observable<TransportEvent> {
        .deferred { [core] in
            let isOutcomeKnown = Atomic(false)
            let earlier = next.call.attempts
            return core.onScheduler(next(request, body)).do(
                onNext: { event in
                    guard case .head(let head) = event else { return }
                    isOutcomeKnown.store(true, ordering: .relaxed)
                    guard head.status.code < 400 else {
                        // A server that has processed an earlier attempt, whose response was lost, can reject another.
                        let attempts = next.call.attempts - earlier
                        return attempts > 1 ? core.invalidate([request.normalizedURL]) : ()
                    }
                    core.invalidate([request.normalizedURL] + Self.otherURLs(request, head))
                },
                onError: { _ in
                    isOutcomeKnown.store(true, ordering: .relaxed)
                    core.invalidate([request.normalizedURL])
                },
                onDispose: {
                    // The server may have processed a request that timed out or was canceled.
                    guard !isOutcomeKnown.load(ordering: .relaxed) else { return }
                    core.perform { core.invalidate([request.normalizedURL]) }
                })
        }
    }

    /// Returns the other URLs on the same server that a response refers to.
    private static func otherURLs(_ request: HTTPRequest, _ head: HTTPResponse) -> [String] {
        [.location, .contentLocation].compactMap { head.headerFields[$0] }
            .compactMap { URLReference($0).resolved(against: request) }
            .filter { $0.origin == request.origin }
            .map(\.normalizedURL)
    }
}
