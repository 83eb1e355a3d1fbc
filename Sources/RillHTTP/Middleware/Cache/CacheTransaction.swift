internal import Rill

/// One exchange through a cache: sends a conditional or plain request and stores its response.
final class CacheTransaction: @unchecked Sendable {  // guarded by rule 1.3: events come one at a time
    private enum State {
        case waiting
        case passing
        case recording(HTTPResponse)
        case confirmed(CachedResponse, HTTPResponse)
    }

    private let store: CacheStore
    private let request: HTTPRequest
    private let identity: [String: [String]]
    private let stored: CachedResponse?
    private let clock: (any Scheduler)?
    private let started: Duration
    private let changes: Int
    private var received = Duration.zero
    private var state = State.waiting

    /// The recorded body, and the number of bytes that can still be recorded.
    private var chunks: [[UInt8]] = []
    private var remainingCapacity: Int

    /// - Parameters:
    ///   - request: The request.
    ///   - identity: The parts of the request that identify its sender.
    ///   - stored: The stored response to revalidate, or `nil` if there is none.
    ///   - store: The store for the response.
    ///   - clock: The scheduler that measures the age of responses, or `nil` to always revalidate.
    init(
        _ request: HTTPRequest, of identity: [String: [String]], stored: CachedResponse?, _ store: CacheStore,
        clock: (any Scheduler)?
    ) {
        self.request = request
        self.identity = identity
        self.stored = stored?.hasValidator == true ? stored : nil
        self.store = store
        self.clock = clock
        started = clock?.now ?? .zero
        changes = store.changes
        remainingCapacity = Self.limit(store)
    }

    func run(_ next: Next) -> Observable<TransportEvent> {
        next(stored?.condition(request) ?? request, nil)
            .compactMap { self.receive($0) ? $0 : nil }
            .concat(.deferred { self.finish(next) })
    }

    /// Processes an event and returns whether it is forwarded to the subscriber.
    private func receive(_ event: TransportEvent) -> Bool {
        switch (event, state) {
        case (.head(let head), _):
            received = clock?.now ?? .zero
            if head.status == .notModified, let stored {
                state = .confirmed(stored, head)
                return false
            }
            state = isStorable(head) ? .recording(head) : .passing
            // A newer response that cannot be stored removes the older one, which would otherwise be used again.
            if case .passing = state, let stored, head.status.code < 500 {
                store.remove(stored, at: request.normalizedURL)
            }
        case (.chunk, .confirmed):
            return false
        case (.chunk(let bytes), .recording):
            record(bytes)
        case (.chunk, _):
            break
        }
        return true
    }

    private func record(_ bytes: [UInt8]) {
        // Ignore empty chunks: an unlimited number of them could arrive.
        guard !bytes.isEmpty else { return }
        remainingCapacity -= bytes.count
        // Limit the number of chunks, because many small ones take more memory than their bytes.
        if remainingCapacity >= 0, chunks.count < 1 << 16 {
            chunks.append(bytes)
        } else {
            chunks = []
            state = .passing
        }
    }

    /// Returns the remaining events after the server's response is complete.
    private func finish(_ next: Next) -> Observable<TransportEvent> {
        defer { state = .passing }
        switch state {
        case .recording(let head):
            // Credentials refreshed in the meantime can belong to another user.
            if next.inner.identified(request)?.identifyingParts == identity { storeResponse(head) }
        case .confirmed(var response, let head) where response.isConfirmed(by: head):
            response.update(with: head)
            response.received = received
            response.initialAge = age(of: head)
            if isStorable(response.head) {
                store.insert(response, at: request.normalizedURL, changes: changes)
            } else {
                store.remove(response, at: request.normalizedURL)
            }
            return response.events()
        case .confirmed(let response, _):
            // The server confirmed a different response than the stored one, so request the full response.
            store.remove(response, at: request.normalizedURL)
            return .deferred { [store, request, identity, clock] in
                CacheTransaction(request, of: identity, stored: nil, store, clock: clock).run(next)
            }
        case .waiting, .passing:
            break
        }
        return .empty()
    }

    private func storeResponse(_ head: HTTPResponse) {
        guard let selection = CachedResponse.Selection(request, of: identity, vary: head.headerFields[values: .vary])
        else { return }
        let response = CachedResponse(
            head: head, chunks: chunks, selection: selection, received: received, initialAge: age(of: head))
        store.insert(response, at: request.normalizedURL, changes: changes)
    }

    /// Returns the age of a response when its head arrived: the age reported by the server plus the maximum network
    /// delay.
    private func age(of head: HTTPResponse) -> Duration {
        let reportedAge = head.headerFields[.age].flatMap(CacheControl.seconds) ?? .zero
        return reportedAge + max(received - started, .zero)
    }

    /// Returns the maximum size of a stored body in bytes, so that one response cannot evict all others.
    private static func limit(_ store: CacheStore) -> Int { store.capacity / 4 }

    private func isStorable(_ head: HTTPResponse) -> Bool {
        guard head.status == .ok, !CacheControl(head.headerFields).contains("no-store"),
            CachedResponse.Selection(request, of: identity, vary: head.headerFields[values: .vary]) != nil
        else { return false }
        if let length = head.headerFields[.contentLength].flatMap({ Int($0) }), length > Self.limit(store) {
            return false
        }
        let hasLifetime = clock != nil && CachedResponse.lifetime(head).map { $0 > .zero } ?? false
        return CachedResponse.hasValidator(head) || hasLifetime
    }
}
