public import Rill

/// Keeps answers in memory, and asks the server only whether they are still good.
///
///     let client = Client(baseURL: "https://api.github.com", middleware: [ResponseCache()])
///
/// Kept are complete answers to `GET` with status 200 that have an `ETag` or a `Last-Modified`. The next request for the
/// same goes out with `If-None-Match` and `If-Modified-Since`; if the server answers 304, the kept body comes, with the
/// fields of both answers, as if it had been sent anew. Many services do not count such requests. Chunks pass when they
/// arrive, kept or not.
///
/// It is a private cache: `Cache-Control: private` is kept, `no-store` is not. `Vary` is minded; with `*` nothing is kept.
/// A response is only used for requests of the same user: all header fields are compared, except those that say nothing of
/// the user (`Accept` and the like, unless `Vary` names them, `User-Agent`, and names of requests such as `X-Request-ID`),
/// and so are the credentials of each ``Authentication`` wherever it is in the list. They are kept in memory beside the
/// response. Requests with a body, with a `Range` or with conditions of their own pass by. One that may change something, and did not fail, makes the cache forget what it has of
/// that address, and of those in `Location` and `Content-Location`.
///
/// With a clock, an answer that the server calls fresh (`max-age`, or `Expires` beside `Date`) is given without asking.
///
/// The copies of a value share what is kept, also in several clients. Put it further in than ``FollowRedirects``, as a
/// response is kept for the URL that has sent it, and than a middleware of your own that adds credentials: what it would add
/// further in is not known in time, and requests are only told apart by their clients.
///
/// ## Errors
/// Adds none.
///
/// - SeeAlso: RFC 9111.
public struct ResponseCache: IdentifyingMiddleware {
    private let store: CacheStore
    private let clock: (any Scheduler)?

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: How many bytes are kept, zero or more; what was not used for longest goes first. A body of more than a
    ///     quarter of that is not kept.
    ///   - freshnessClock: On whose clock an answer stays fresh; nil, the default, to ask the server each time.
    public init(capacity: Int = 16 << 20, freshnessClock: (any Scheduler)? = nil) {
        precondition(capacity >= 0, "ResponseCache needs a capacity of zero or more, got \(capacity)")
        store = CacheStore(capacity: capacity)
        clock = freshnessClock
    }

    /// How many bytes are kept, about.
    public var size: Int { store.size }

    /// Forgets all answers.
    public func removeAll() { store.removeAll() }

    /// Answers with what is kept, if it is good, and else keeps what the server answers.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: Its body.
    ///   - next: What lies further in.
    /// - Returns: The answer.
    public func intercept(
        _ request: HTTPRequest, body: HTTPBody?, next: Next
    ) -> Observable<TransportEvent> {
        guard request.method.isSafe else { return invalidating(request, next(request, body)) }
        guard request.method == .get, body == nil, !Self.passesBy(request) else { return next(request, body) }
        return .deferred { [store, clock] in
            guard let identity = next.inner.identified(request)?.identifyingParts else { return next(request, nil) }
            let kept = store.answer(to: request, of: identity)
            if let clock, let kept {
                let now = clock.now
                if kept.isFresh(for: request, at: now) { return kept.events(age: kept.age(at: now)) }
            }
            return CacheVisit(request, of: identity, kept: kept, store, clock: clock).run(next)
        }
    }

    private static func passesBy(_ request: HTTPRequest) -> Bool {
        let names: [HTTPField.Name] = [
            .range, .ifRange, .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince,
        ]
        return names.contains { request.headerFields.contains($0) }
            || CacheControl(request.headerFields).contains("no-store")
    }

    /// Forgets what a request may have changed; also where it is not known whether it has.
    private func invalidating(
        _ request: HTTPRequest, _ events: Observable<TransportEvent>
    ) -> Observable<TransportEvent> {
        events.do(
            onNext: { [store] event in
                guard case .head(let head) = event, head.status.code < 400 else { return }
                store.invalidate([request.address] + Self.otherAddresses(request, head))
            },
            onError: { [store] _ in store.invalidate([request.address]) })
    }

    /// The addresses of the same server that an answer names.
    private static func otherAddresses(_ request: HTTPRequest, _ head: HTTPResponse) -> [String] {
        [.location, .contentLocation].compactMap { head.headerFields[$0] }
            .compactMap { URLReference($0).resolved(against: request) }
            .filter { $0.origin == request.origin }
            .map(\.address)
    }
}
