internal import RillHTTP
internal import Synchronization

/// A transport that uses and stores the responses of another one.
struct CachingTransport: Transport {
    let base: any Transport
    let core: CacheCore

    /// The identity of a transport about which nothing is known: unique to this value and its copies.
    private let own = TransportIdentity.unique()

    var identity: TransportIdentity { base.identity }

    /// Returns the parts of a request that can differ between users, and the identity of the transport.
    func sender(of request: HTTPRequest) -> RequestSender {
        let identity = base.identity
        return RequestSender(request, over: identity == .unknown ? own : identity)
    }

    /// Sends a request and decodes the response body, so that a damaged body is not stored.
    func sendDecoding(_ request: HTTPRequest) -> Observable<TransportEvent> {
        base.send(request, body: nil).decodingContent(of: request)
    }

    /// Returns a stored response, or sends the request and stores its response.
    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        guard request.method.isSafe else { return invalidating(request, body) }
        let isOnlyIfCached = request.isOnlyIfCached
        guard request.method == .get || request.method == .head, body == nil, !Self.bypassesCache(request) else {
            return isOnlyIfCached ? Self.notStored : base.send(request, body: body)
        }
        let exchange = Observable.deferred {
            isOnlyIfCached ? self.storedResponse(to: request) ?? Self.notStored : self.exchange(request)
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
    private func storedResponse(to request: HTTPRequest) -> Observable<TransportEvent>? {
        guard let cached = core.response(to: request, of: sender(of: request)) else { return nil }
        return switch cached.stored.decision(for: request, at: core.now) {
        case .use(let age), .useWhileRevalidating(let age): cached.events(for: request, age: age)
        case .revalidate: nil
        }
    }

    private func exchange(_ request: HTTPRequest) -> Observable<TransportEvent> {
        let sender = sender(of: request)
        let changes = core.invalidations.count
        let cached = core.response(to: request, of: sender)
        let decision = cached?.stored.decision(for: request, at: core.now) ?? .revalidate(canUseOnError: false)
        let isPlain = request.method == .get && !request.headerFields.contains(.range)
        func transaction(_ request: HTTPRequest, canUseOnError: Bool) -> Observable<TransportEvent> {
            CacheTransaction(
                request, of: sender, stored: cached, canUseOnError: canUseOnError, since: changes, over: self
            ).events
        }
        switch decision {
        case .use(let age):
            if let events = cached?.events(for: request, age: age) { return events }
        case .useWhileRevalidating(let age):
            if isPlain, !request.hasConditions, let cached, let events = cached.events(for: request, age: age) {
                var request = request
                // The exchange does not wait for the revalidation.
                request.transportDelegate = nil
                core.revalidate(cached.entry, transaction(request, canUseOnError: false))
                return events
            }
        case .revalidate:
            break
        }
        if request.method == .head { return updating(cached, request, since: changes) }
        guard isPlain else { return base.send(request, body: nil) }
        return transaction(request, canUseOnError: decision == .revalidate(canUseOnError: true))
    }

    /// Updates or removes a stored response according to the response to a `HEAD` request (RFC 9111, 4.3.5).
    private func updating(
        _ cached: CachedResponse?, _ request: HTTPRequest, since changes: Int
    ) -> Observable<TransportEvent> {
        let events = base.send(request, body: nil)
        guard let cached else { return events }
        let started = core.now
        return core.onScheduler(events).do(onNext: { [core] event in
            guard case .head(let head) = event, head.status == .ok, cached.stored.head.status == .ok else { return }
            guard cached.stored.isDescribed(by: head, size: cached.body.size) else { return core.remove(cached.entry) }
            var updated = cached
            updated.stored.update(with: head, sent: started, received: core.now)
            core.update(updated, since: changes)
        })
    }

    /// Invalidates the responses that a request may have changed, including when its outcome is unknown.
    private func invalidating(_ request: HTTPRequest, _ body: HTTPBody?) -> Observable<TransportEvent> {
        .deferred { [core] in
            let outcome = ChangeOutcome(request.transportDelegate)
            var observed = request
            observed.transportDelegate = outcome
            return core.onScheduler(base.send(observed, body: body)).do(
                onNext: { event in
                    guard case .head(let head) = event else { return }
                    outcome.isKnown.store(true, ordering: .relaxed)
                    guard head.status.code < 400 else {
                        // A server that has processed an earlier attempt, whose response was lost, can reject another.
                        let wasRepeated = outcome.wasResent.load(ordering: .relaxed) || outcome.attempt > 1
                        return wasRepeated ? core.invalidate([request.normalizedURL]) : ()
                    }
                    core.invalidate([request.normalizedURL] + Self.otherURLs(request, head))
                },
                onError: { _ in
                    outcome.isKnown.store(true, ordering: .relaxed)
                    core.invalidate([request.normalizedURL])
                },
                onDispose: {
                    // The server may have processed a request that timed out or was canceled.
                    guard !outcome.isKnown.load(ordering: .relaxed) else { return }
                    core.perform { core.invalidate([request.normalizedURL]) }
                })
        }
    }

    /// Returns the other URLs on the same server that a response refers to.
    private static func otherURLs(_ request: HTTPRequest, _ head: HTTPResponse) -> [String] {
        [.location, .contentLocation].compactMap { head.headerFields[$0] }
            .compactMap { request.resolving($0) }
            .filter { $0.origin == request.origin }
            .map(\.normalizedURL)
    }
}

/// A delegate that records the outcome of a request that can change data, and forwards the reports of the transport.
private final class ChangeOutcome: TransportDelegate {
    let isKnown = Atomic(false)

    /// Whether the transport has sent the request again.
    let wasResent = Atomic(false)

    private let next: (any TransportDelegate)?

    init(_ next: (any TransportDelegate)?) {
        self.next = next
    }

    var attempt: Int { next?.attempt ?? 1 }

    var needsMetrics: Bool { next?.needsMetrics == true }

    func willResend(after failure: TransportError) {
        wasResent.store(true, ordering: .relaxed)
        next?.willResend(after: failure)
    }

    func willReceiveResponse(to request: HTTPRequest) { next?.willReceiveResponse(to: request) }

    func didMeasure(_ metrics: TransportMetrics) { next?.didMeasure(metrics) }
}
