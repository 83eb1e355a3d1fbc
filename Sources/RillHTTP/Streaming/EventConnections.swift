internal import Foundation
internal import Rill

/// The connections of one subscription to a stream of events, one after the other.
final class EventConnections<Endpoint: Request>: @unchecked Sendable {
    // Guarded by rule 1.3: the events of a connection come one at a time, and it has ended when the next is asked for.

    /// How long it waits at least where the server says how long: one that says 0 would be asked without end.
    private static var shortestWait: Duration { .milliseconds(100) }

    /// Servers take no longer fields than about this, and would refuse every connection from then on.
    private static var longestEventID: Int { 4_096 }

    private let client: Client
    private let request: Endpoint
    private let policy: ReconnectionPolicy
    private let makeParser: @Sendable (_ lastEventID: String) -> ServerSentEventParser

    private var lastEventID: String

    /// Whether the identifier is the server's.
    private var hasReceived = false
    private var generator: SplitMix?

    /// How long the server wants to be left in peace between two connections.
    private var retry: Duration?

    /// How many connections have ended since the last event.
    private var failures = 0

    /// Why the last connection has ended.
    private var failure: APIError?
    private var hasBegun = false
    private var isOver = false

    init(
        _ client: Client, _ request: Endpoint, lastEventID: String, _ policy: ReconnectionPolicy,
        makeParser: @escaping @Sendable (_ lastEventID: String) -> ServerSentEventParser
    ) {
        self.client = client
        self.request = request
        self.policy = policy
        self.lastEventID = lastEventID
        self.makeParser = makeParser
        generator = policy.jitter.makeGenerator()
    }

    /// The next connection; nil if the last was the last.
    func next() -> Observable<ServerSentEvent>? {
        guard hasBegun else {
            hasBegun = true
            return connection
        }
        guard !isOver, let delay = delayAfterEnd() else { return nil }
        return delay > .zero ? connection.delaySubscription(delay, scheduler: client.scheduler) : connection
    }

    // MARK: One connection

    /// The events of a connection; completes also where it breaks, if there is to be another.
    private var connection: Observable<ServerSentEvent> {
        .deferred { [self] in
            failure = nil
            let alarm = policy.idleTimeout.map { IdleAlarm($0, scheduler: client.scheduler) }
            return client.stream(resumed, as: items) { alarm?.watched($0) ?? $0 }
                .compactMap { self.take($0) }
                .catch { error in
                    try self.take(error)
                    return .empty()
                }
        }
        // `concat` subscribes one source ahead; a connection is made only when the subscriber wants more.
        .startingWhenResumed()
    }

    private var resumed: AlteredRequest<Endpoint> {
        var fields: HTTPFields = [:]
        if !lastEventID.isEmpty, canBeSent { fields[.lastEventID] = lastEventID }
        if !request.headerFields.contains(.cacheControl), !client.defaultFields.contains(.cacheControl) {
            fields[.cacheControl] = "no-cache"
        }
        return AlteredRequest(base: request, fields: fields, accepted: .noContent)
    }

    /// Whether a field can hold the identifier; one of the caller's own that none can is refused with the request.
    private var canBeSent: Bool {
        lastEventID.utf8.count <= Self.longestEventID && lastEventID.utf8.allSatisfy(FieldText.isLegal) || !hasReceived
    }

    private var items: StreamingParser<ServerSentEventParser.Item> {
        let parser = makeParser(lastEventID)
        return StreamingParser(accept: ServerSentEvent.contentType) { exchange, _ in
            exchange
                .map { event in
                    if case .head(let head) = event, head.status == .noContent { self.isOver = true }
                    return event
                }
                .serverSentEventItems(parser)
        }
    }

    private func take(_ item: ServerSentEventParser.Item) -> ServerSentEvent? {
        switch item {
        case .event(let event):
            failures = 0
            hasReceived = true
            lastEventID = event.id
            return event
        case .lastEventID(let id):
            hasReceived = true
            lastEventID = id
        case .retry(let delay):
            retry = min(delay, policy.maximumServerDelay)
        }
        return nil
    }

    /// Takes a failure; throws it if there is to be no other connection.
    private func take(_ error: any Error) throws {
        guard let error = error as? APIError, !isOver, policy.retries(error), hasAttemptsLeft else { throw error }
        failure = error
    }

    // MARK: Between two

    private var hasAttemptsLeft: Bool { policy.attempts.map { failures + 1 < $0 } ?? true }

    /// How long to wait; nil if there is to be no other connection.
    private func delayAfterEnd() -> Duration? {
        guard hasAttemptsLeft else { return nil }
        failures += 1
        var delay = policy.backoff.delay(afterAttempt: failures)
        delay = generator?.part(of: delay) ?? delay
        if let retry { delay = failures == 1 ? max(retry, Self.shortestWait) : max(retry, delay) }
        if let demand { delay = max(demand, delay) }
        policy.announce(Reconnection(failures: failures, delay: delay, error: failure))
        return delay
    }

    /// How long the server that has refused a connection wants to be left in peace.
    private var demand: Duration? {
        guard let failure, let status = failure.status else { return nil }
        let head = HTTPResponse(status: status, headerFields: failure.headerFields)
        return ServerDemand.wait(in: head, now: Date.init).map { min($0, policy.maximumServerDelay) }
    }
}
