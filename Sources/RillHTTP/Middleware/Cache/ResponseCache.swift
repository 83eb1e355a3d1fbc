public import Rill

/// A middleware that caches responses in memory and revalidates them with the server.
///
///     let client = Client(baseURL: "https://api.github.com", middleware: [ResponseCache()])
///
/// Complete responses to `GET` requests with status 200 are stored if they have an `ETag` or a `Last-Modified` field.
/// The next request for the same URL is sent with `If-None-Match` and `If-Modified-Since`. If the server responds with
/// 304, the subscriber receives the stored body with the merged header fields of both responses. Many services do not
/// count such requests toward their rate limits. Chunks are forwarded as they arrive, whether they are stored or not.
///
/// The cache is private: responses with `Cache-Control: private` are stored, those with `no-store` are not. `Vary` is
/// respected; responses with `Vary: *` are not stored. A response is only used for requests of the same user: all header
/// fields are compared, except the ones that are independent of the user (`Accept` and similar fields, unless `Vary` names
/// them, `User-Agent`, and request IDs such as `X-Request-ID`), and so are the credentials of each ``Authentication``
/// wherever it is in the list. They are stored in memory together with the response. Requests with a body, with a `Range`
/// or with conditions of their own bypass the cache. A successful request that can change data removes the stored
/// responses of its URL and of the URLs in the `Location` and `Content-Location` fields of its response.
///
/// With a clock, a response that the server declares fresh (`max-age`, or `Expires` with `Date`) is used without a
/// request.
///
/// Copies of a value share the stored responses, even in different clients. Place this middleware inside
/// ``FollowRedirects``, because a response is stored for the URL that sent it. Place custom middleware that adds
/// credentials outside of this one: the credentials that inner middleware adds are unknown when requests are compared,
/// so responses are shared only within the same client.
///
/// ## Errors
/// Adds no errors.
///
/// - SeeAlso: RFC 9111.
public struct ResponseCache: IdentifyingMiddleware {
    private let store: CacheStore
    private let clock: (any Scheduler)?

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: The maximum size in bytes. Must not be negative. Defaults to 16 MiB. The least recently used
    ///     responses are evicted first, and a body larger than a quarter of the capacity is not stored.
    ///   - freshnessClock: The scheduler that determines whether a response is fresh. Defaults to `nil`, which
    ///     revalidates every response.
    public init(capacity: Int = 16 << 20, freshnessClock: (any Scheduler)? = nil) {
        precondition(capacity >= 0, "ResponseCache requires a capacity of at least 0, got \(capacity)")
        store = CacheStore(capacity: capacity)
        clock = freshnessClock
    }

    /// The approximate number of stored bytes.
    public var size: Int { store.size }

    /// Removes all stored responses.
    public func removeAll() { store.removeAll() }

    /// Returns a fresh stored response, or sends the request and stores its response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The events of the exchange.
    public func intercept(
        _ request: HTTPRequest, body: HTTPBody?, next: Next
    ) -> Observable<TransportEvent> {
        guard request.method.isSafe else { return invalidating(request, next(request, body)) }
        guard request.method == .get, body == nil, !Self.bypassesCache(request) else { return next(request, body) }
        return .deferred { [store, clock] in
            guard let identity = next.inner.identified(request)?.identifyingParts else { return next(request, nil) }
            let stored = store.response(to: request, of: identity)
            if let clock, let stored {
                let now = clock.now
                if stored.isFresh(for: request, at: now) { return stored.events(age: stored.age(at: now)) }
            }
            return CacheTransaction(request, of: identity, stored: stored, store, clock: clock).run(next)
        }
    }

    private static func bypassesCache(_ request: HTTPRequest) -> Bool {
        let names: [HTTPField.Name] = [
            .range, .ifRange, .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince,
        ]
        return names.contains { request.headerFields.contains($0) }
            || CacheControl(request.headerFields).contains("no-store")
    }

    /// Invalidates the responses that a request may have changed, including when its outcome is unknown.
    private func invalidating(
        _ request: HTTPRequest, _ events: Observable<TransportEvent>
    ) -> Observable<TransportEvent> {
        events.do(
            onNext: { [store] event in
                guard case .head(let head) = event, head.status.code < 400 else { return }
                store.invalidate([request.normalizedURL] + Self.otherURLs(request, head))
            },
            onError: { [store] _ in store.invalidate([request.normalizedURL]) })
    }

    /// Returns the URLs on the same server that a response names.
    private static func otherURLs(_ request: HTTPRequest, _ head: HTTPResponse) -> [String] {
        [.location, .contentLocation].compactMap { head.headerFields[$0] }
            .compactMap { URLReference($0).resolved(against: request) }
            .filter { $0.origin == request.origin }
            .map(\.normalizedURL)
    }
}
