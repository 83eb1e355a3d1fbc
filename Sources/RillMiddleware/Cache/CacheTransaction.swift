internal import RillHTTP

/// One exchange through a cache: sends a conditional or plain request and stores its response.
final class CacheTransaction: @unchecked Sendable {  // `state` is guarded by rule 1.3: events come one at a time
    private enum State {
        case waiting
        case passing
        case recording(StoredResponse, CacheCore.Address)
        case confirmed(CachedResponse, HTTPResponse)
    }

    private let request: HTTPRequest
    private let sender: RequestSender
    private let stored: CachedResponse?

    /// Whether the request is sent with the validators of the stored response.
    private let isConditional: Bool

    /// Whether the stored response can be used if the server cannot be reached.
    private let canUseOnError: Bool

    private let transport: CachingTransport
    private let started: Duration
    private let changes: Int
    private let recording: CacheRecording
    private var received = Duration.zero
    private var state = State.waiting

    /// - Parameters:
    ///   - request: The request.
    ///   - sender: The sender of the request.
    ///   - stored: The stored response to revalidate or to replace, or `nil` if there is none.
    ///   - canUseOnError: Whether the stored response can be used if the server cannot be reached.
    ///   - changes: The number of invalidations before the stored response was read.
    ///   - transport: The transport with the cache.
    init(
        _ request: HTTPRequest, of sender: RequestSender, stored: CachedResponse?, canUseOnError: Bool,
        since changes: Int, over transport: CachingTransport
    ) {
        self.request = request
        self.sender = sender
        self.stored = stored
        self.canUseOnError = canUseOnError
        self.transport = transport
        // If the sender specified conditions, only the server can evaluate them. Conditions would invalidate a signature
        // of the header fields.
        isConditional = !request.hasConditions && !request.hasSignedFields && stored?.stored.head.hasValidator == true
        started = transport.core.now
        self.changes = changes
        recording = CacheRecording(limit: transport.core.storage.maximumBodySize)
    }

    private var core: CacheCore { transport.core }

    /// The events of the exchange.
    var events: Observable<TransportEvent> {
        let conditional = isConditional ? stored?.stored.condition(request) : nil
        return core.onScheduler(transport.sendDecoding(conditional ?? request)) { [core, recording] in
            // The storage or the subscriber is too slow for a transport that cannot pause.
            if recording.stop() { core.perform { recording.close() } }
        }
        .compactMap { self.receive($0) ? $0 : nil }
        .interceptHead { self.canUseStoredResponse(insteadOf: $0) ? self.storedEvents : nil }
        .catch { error in
            guard self.canUseOnError, case .waiting = self.state, error.isServerFailure,
                let stored = self.storedEvents
            else { throw error }
            return stored
        }
        .concat(.deferred { self.finish() })
        .do(onDispose: { [core, recording] in core.perform { recording.close() } })
    }

    private var storedEvents: Observable<TransportEvent>? {
        stored.map { $0.events(age: $0.stored.age(at: core.now)) }
    }

    /// Processes an event and returns whether it is forwarded to the subscriber.
    private func receive(_ event: TransportEvent) -> Bool {
        switch (event, state) {
        case (.head(let head), _): return receive(head)
        case (.chunk, .confirmed): return false
        case (.chunk(let bytes), .recording): recording.append(bytes)
        case (.chunk, _): break
        }
        return true
    }

    private func receive(_ head: HTTPResponse) -> Bool {
        received = core.now
        if isConditional, head.status == .notModified, let stored {
            state = .confirmed(stored, head)
            return false
        }
        state = .passing
        if canUseStoredResponse(insteadOf: head) { return true }
        if !request.hasSecretResponse, StoringPolicy.isStorable(head, received: received), fits(head) {
            startRecording(head)
            // The subscriber may end the exchange at the head, as `FollowRedirects` does.
            if head.headerFields[.contentLength] == "0" { _ = finish() }
        } else {
            removeResponse(olderThan: head)
        }
        return true
    }

    /// Removes the stored response when a newer response cannot be stored, so that the old one is not used again.
    private func removeResponse(olderThan head: HTTPResponse) {
        guard let stored, head.status.code < 500, head.status != .notModified, !Self.single.contains(head.status.code)
        else { return }
        core.remove(stored.entry)
    }

    /// The statuses below 500 that apply only to a single request rather than to the resource.
    private static let single: Set<Int> = [408, 421, 425, 428, 429, 431]

    /// The statuses that mean that the server is currently unable to process requests (RFC 5861, 4).
    private static let unavailable: Set<HTTPResponse.Status> = [500, 502, 503, 504]

    private func canUseStoredResponse(insteadOf head: HTTPResponse) -> Bool {
        canUseOnError && Self.unavailable.contains(head.status)
    }

    /// Returns whether the declared size of a body is within the limit.
    private func fits(_ head: HTTPResponse) -> Bool {
        head.headerFields[.contentLength].flatMap { Int($0) }.map { $0 <= core.storage.maximumBodySize } ?? true
    }

    private func startRecording(_ head: HTTPResponse) {
        guard let names = head.varyNames else { return removeResponse(olderThan: head) }
        let address = core.address(of: request, of: sender, varyNames: names)
        guard let writer = try? core.storage.makeWriter(for: address.key, variant: address.variant) else {
            return removeResponse(olderThan: head)
        }
        recording.start(writer)
        let age = head.age(sent: started, received: received)
        state = .recording(StoredResponse(head: head, varyNames: names, received: received, initialAge: age), address)
    }

    /// Returns the remaining events after the server's response is complete.
    private func finish() -> Observable<TransportEvent> {
        defer { state = .passing }
        switch state {
        case .recording(let response, let address):
            // A certificate that was replaced during the exchange may belong to another user.
            if transport.sender(of: request) == sender { store(response, at: address) }
        case .confirmed(let response, let head):
            return finish(response, confirmedBy: head)
        case .waiting, .passing:
            break
        }
        return .empty()
    }

    private func store(_ response: StoredResponse, at address: CacheCore.Address) {
        var response = response
        let invalidations = core.invalidations
        guard !invalidations.hasRemovedAll(since: changes) else { return }
        response.needsRevalidation = invalidations.hasChanged(address.key, since: changes)
        guard recording.commit(response.metadata) else { return removeResponse(olderThan: response.head) }
        // An invalidation in the meantime may have found no entry.
        if response.needsRevalidation
            ? invalidations.hasRemovedAll(since: changes) : invalidations.hasChanged(address.key, since: changes)
        {
            core.remove(address)
        }
        // The `Vary` field of the new response can have different names.
        if let stored, stored.entry.variant != address.variant { core.remove(stored.entry) }
    }

    private func finish(_ response: CachedResponse, confirmedBy head: HTTPResponse) -> Observable<TransportEvent> {
        guard response.stored.isConfirmed(by: head) else {
            // The server confirmed a response other than the stored one, so request the full response.
            core.remove(response.entry)
            let changes = core.invalidations.count
            let other = CacheTransaction(
                request, of: sender, stored: nil, canUseOnError: false, since: changes, over: transport)
            return other.events
        }
        var response = response
        response.stored.needsRevalidation = false
        response.stored.update(with: head, sent: started, received: received)
        core.update(response, since: changes)
        return response.events(age: nil)
    }
}

extension HTTPRequest {
    /// Whether the sender has its own copy of the response and therefore accepts status 304.
    var hasConditions: Bool { headerFields.contains(.ifNoneMatch) || headerFields.contains(.ifModifiedSince) }
}

extension HTTPResponse {
    /// Returns the age of the response when its head arrived: the age reported by the server plus the maximum network delay.
    ///
    /// The reported age is the first of several values of the `Age` field, or zero if it is missing or invalid.
    ///
    /// - Parameters:
    ///   - sent: The time since 1970 when the request was sent.
    ///   - received: The time since 1970 when the head arrived.
    func age(sent: Duration, received: Duration) -> Duration {
        let reported = headerFields.elements(of: .age).first.flatMap { CacheControl.seconds($0) } ?? .zero
        return reported + max(received - sent, .zero)
    }

    /// The names in the `Vary` field, or `nil` if the response never matches another request.
    var varyNames: [HTTPField.Name]? { CacheKeys.names(inVary: headerFields.elements(of: .vary)) }
}
