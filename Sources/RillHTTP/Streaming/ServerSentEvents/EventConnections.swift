internal import Foundation
internal import RillHTTPTypes

/// The successive connections of a subscription to Server-Sent Events.
final class EventConnections<SomeRequest: Request>: IteratorProtocol, @unchecked Sendable {
    // Accessed serially (rule 1.3): a connection's events are serialized, and it has ended before the next is
    // requested.

    /// The minimum delay if the server specifies one, so that a `retry` of 0 does not cause a tight loop.
    private static var minimumRetryDelay: Duration { .milliseconds(100) }

    /// The maximum length of an event identifier that is sent.
    ///
    /// Servers would reject every request with a longer field.
    private static var maximumEventIDLength: Int { 4_096 }

    private let client: Client
    private let request: SomeRequest
    private let policy: ReconnectionPolicy
    private let limits: (line: Int, event: Int)

    @exclusivity(unchecked) private var lastEventID: String

    /// Whether the identifier was received from the server.
    @exclusivity(unchecked) private var hasReceived = false
    private var generator: SplitMix?

    /// The reconnection delay that the server specified with `retry`.
    private var retry: Duration?

    /// The number of connections that have ended since the last event.
    @exclusivity(unchecked) private var failures = 0

    /// The failure of the last connection.
    private var failure: APIError?
    private var hasStarted = false
    private var isFinished = false

    init(
        _ client: Client, _ request: SomeRequest, _ lastEventID: String, _ policy: ReconnectionPolicy,
        _ limits: (line: Int, event: Int)
    ) {
        self.client = client
        self.request = request
        self.policy = policy
        self.lastEventID = lastEventID
        self.limits = limits
        generator = policy.jitter.makeGenerator()
    }

    /// Returns the next connection, or `nil` if the stream has ended.
    func next() -> Observable<ServerSentEvent>? {
        guard hasStarted else {
            hasStarted = true
            return connection
        }
        guard !isFinished, let delay = delayAfterEnd() else { return nil }
        return delay > .zero ? connection.delaySubscription(delay, scheduler: client.scheduler) : connection
    }

    // MARK: Connection

    /// The events of a connection.
    ///
    /// The observable also completes after a failure if a reconnection follows.
    private var connection: Observable<ServerSentEvent> {
        .deferred { [self] in
            failure = nil
            let timeout = policy.idleTimeout.map { IdleTimeout($0, scheduler: client.scheduler) }
            return client.stream(as: SomeRequest.self, events, applying: { timeout?.monitored($0) ?? $0 }) {
                self.resumedRequest
            }
            .catch { error in
                try self.handle(error)
                return .empty()
            }
        }
        // `concat` subscribes one source ahead; a connection is made only when the subscriber wants more.
        .startingWhenResumed()
    }

    private var resumedRequest: Endpoint<SomeRequest.Response> {
        var request = request.resolvedEndpoint
        if !lastEventID.isEmpty, isLastEventIDSendable { request.headerFields[.lastEventID] = lastEventID }
        if !request.headerFields.contains(.cacheControl), !client.defaultFields.contains(.cacheControl) {
            request.headerFields[.cacheControl] = "no-cache"
        }
        request.accept(.noContent)
        return request
    }

    /// Whether the identifier is a valid field value.
    ///
    /// An invalid identifier that the caller specified is nevertheless sent, so that the request fails.
    private var isLastEventIDSendable: Bool {
        lastEventID.utf8.count <= Self.maximumEventIDLength && lastEventID.utf8.allSatisfy(FieldText.isLegal)
            || !hasReceived
    }

    private var events: StreamingParser<ServerSentEvent> {
        let parser = ServerSentEventParser(
            lastEventID: lastEventID, lineLimit: limits.line, eventLimit: limits.event)
        return StreamingParser(accept: ServerSentEvent.contentType) { exchange, _ in
            exchange
                .map { event in
                    if case .head(let head) = event, head.status == .noContent { self.isFinished = true }
                    return event
                }
                .serverSentEvents(parser) { self.note($0) }
        }
    }

    private func note(_ item: ServerSentEventParser.Item) {
        switch item {
        case .event(let event):
            failures = 0
            hasReceived = true
            lastEventID = event.id
        case .lastEventID(let id):
            hasReceived = true
            lastEventID = id
        case .retry(let delay):
            retry = min(delay, policy.maximumServerDelay)
        }
    }

    /// Handles a failure.
    ///
    /// Rethrows the failure if no reconnection follows.
    private func handle(_ error: any Error) throws {
        guard let error = error as? APIError, !isFinished, policy.retries(error), hasAttemptsLeft else { throw error }
        failure = error
    }

    // MARK: Reconnection

    private var hasAttemptsLeft: Bool { policy.attempts.map { failures + 1 < $0 } ?? true }

    /// Returns the delay before the next connection, or `nil` if the maximum number of attempts is reached.
    private func delayAfterEnd() -> Duration? {
        guard hasAttemptsLeft else { return nil }
        failures += 1
        var delay = policy.backoff.delay(afterAttempt: failures)
        delay = generator?.part(of: delay) ?? delay
        if let retry { delay = failures == 1 ? max(retry, Self.minimumRetryDelay) : max(retry, delay) }
        if let retryAfter { delay = max(retryAfter, delay) }
        for observer in policy.observers { observer(failures, delay, failure) }
        return delay
    }

    /// The delay that the server specified in the response with which the last connection failed.
    private var retryAfter: Duration? {
        guard let failure, let status = failure.status else { return nil }
        let head = HTTPResponse(status: status, headerFields: failure.headerFields)
        return head.serverDelay().map { min($0, policy.maximumServerDelay) }
    }
}
