internal import Foundation
internal import RillHTTPTypes

/// The state of the exchange of one subscription: the request, its attempts and the response.
///
/// Events arrive one at a time (rule 1.3), but a cancellation or a timeout can access the state on another thread.
final class Exchange: @unchecked Sendable {  // `state` is guarded by `lock`; the rest is immutable
    /// The HTTP request that was passed to the outermost middleware.
    let httpRequest: HTTPRequest

    /// The base URL of the client.
    let base: BaseURL

    private let acceptsStatus: @Sendable (HTTPResponse.Status) throws -> Bool

    /// The maximum time of each attempt, or `nil` for no limit.
    private let attemptTimeout: Duration?

    /// The decoder of the service's errors.
    let errorDecoder: ErrorDecoder

    /// Whether errors omit the body of an accepted response.
    var isBodySecret: Bool { httpRequest.hasSecretResponse }
    let scheduler: any Scheduler
    private let start: Duration

    /// The reporter to the instruments of the subscription, or `nil` if there are none.
    let reporter: ExchangeReporter?

    /// Whether the transport measures the attempt.
    let needsMetrics: Bool

    private struct State {
        var log = ExchangeLog()
        var collector: ResponseCollector

        /// Why a middleware did not add credentials, by origin, or an empty text if another one did.
        var credentials: [String: String] = [:]
    }

    private let lock = Lock()
    @exclusivity(unchecked) private var state: State

    init(
        _ httpRequest: HTTPRequest, _ options: RequestOptions,
        _ acceptsStatus: @escaping @Sendable (HTTPResponse.Status) throws -> Bool, of client: Client,
        ignoresBody: Bool, observedBy instrumentation: Instrumentation?
    ) {
        self.httpRequest = httpRequest
        base = client.parsedBaseURL
        self.acceptsStatus = acceptsStatus
        attemptTimeout = options.attemptTimeout
        errorDecoder = options.errorDecoder ?? client.errorDecoder
        scheduler = client.scheduler
        start = client.scheduler.now
        reporter = ExchangeReporter(instrumentation, httpRequest)
        needsMetrics = reporter != nil || client.onMetrics != nil
        state = State(collector: ResponseCollector(limit: client.bodyLimit, ignoresBody: ignoresBody))
    }

    /// The time since the start of the exchange.
    var elapsed: Duration { scheduler.now - start }

    /// A snapshot of the log and of the collected response at the same time.
    var snapshot: (log: ExchangeLog, collector: ResponseCollector) {
        lock.withLock { (state.log, state.collector) }
    }

    /// A snapshot of the log.
    var log: ExchangeLog { lock.withLock { state.log } }

    /// The number of attempts so far, including retries by the transport.
    var attemptCount: Int { lock.withLock { state.log.attempts.count } }

    /// A snapshot of the collected response.
    var collector: ResponseCollector { lock.withLock { state.collector } }

    /// Whether the response head has arrived with a status that the request accepts.
    var isAccepted: Bool { lock.withLock { state.collector.isAccepted } }

    /// Sends a request through the transport and records the attempt.
    ///
    /// Called for the first attempt and for each retry.
    ///
    /// - Parameters:
    ///   - httpRequest: The request.
    ///   - body: The request body, or `nil` for none.
    ///   - transport: The transport.
    /// - Returns: The events of the transport.
    /// - Throws: A `TransportError` if the request is invalid and must not be sent, or an `APIError` if its body is.
    func attempt(
        _ httpRequest: HTTPRequest, _ body: HTTPBody?, over transport: any Transport
    ) throws -> Observable<TransportEvent> {
        lock.withLock { state.log.noteRequest(httpRequest, body) }
        // A body of the middleware can be invalid.
        if let failure = body?.failure { throw error(at: .request, failure) }
        // Checked for every transport, so that an invalid request does not count as an attempt. A transport that sends
        // requests itself checks the URL and the fields again, because it can be used without a client.
        try httpRequest.check(sending: body)
        let time = elapsed
        let number = withLog { $0.beginAttempt(at: time) }
        let delegate = ExchangeAttempt(
            number, of: self, reporter: reporter.map { AttemptReporter($0, number, httpRequest, of: self) })
        var sent = httpRequest
        sent.decodesContent = true
        sent.transportDelegate = delegate
        var events = transport.send(sent, body: body).decodingContent(of: sent)
        if let limit = attemptTimeout {
            events = AttemptTimeout(limit, scheduler: scheduler).limited(events) { [acceptsStatus] head in
                (try? acceptsStatus(head.status)) ?? true
            }
        }
        let recorded = events.transformEventsInPlace("attempt") { event, observer in
            try delegate.record(event)
            observer.on(event)
        }
        guard let reporter = delegate.reporter else { return recorded }
        return recorded.do(onDispose: { reporter.end() })
    }

    /// Returns an attempt with secrets redacted.
    func redactedAttempt(_ number: Int) -> APIError.Attempt {
        let attempt = log.attempts[number]
        return attempt.redacted(by: sent(withBody: attempt.canRepeatBody).redactor)
    }

    /// Changes the log, with the lock held.
    func withLog<Result>(_ change: (inout ExchangeLog) -> Result) -> Result {
        lock.withLock { change(&state.log) }
    }

    /// Processes an event of the response and returns whether the response is complete.
    ///
    /// - Throws: An `APIError`.
    func isComplete(with event: Event<TransportEvent>) throws -> Bool {
        do {
            switch event {
            case .next(let event): try receive(event)
            case .error(let error): throw error
            case .completed: return true
            }
            return false
        } catch {
            throw apiError(for: error)
        }
    }

    /// Processes an event of the response, and checks the status before the body arrives.
    func receive(_ event: TransportEvent) throws {
        switch event {
        case .head(let head):
            let time = elapsed
            let isAccepted = Result { try acceptsStatus(head.status) }
            try lock.withLock { () throws(TransportError) in
                state.log.head = time
                try state.collector.receive(head, isAccepted: (try? isAccepted.get()) ?? true)
            }
            if case .failure(let failure) = isAccepted { throw error(at: .status, failure) }
        case .chunk(let bytes):
            try lock.withLock { () throws(TransportError) in try state.collector.receive(bytes) }
        }
    }

    /// Why the last request has no credentials, or `nil` if it has them or there is no reason.
    var withheldCredentials: String? {
        guard let sent = log.sent, !sent.headerFields.contains(.authorization) else { return nil }
        return lock.withLock { state.credentials[sent.origin] }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Records whether a middleware adds credentials to requests to an origin.
    func noteCredentials(for origin: String, withheld reason: String?) {
        lock.withLock {
            if reason == nil || state.credentials[origin] == nil { state.credentials[origin] = reason ?? "" }
        }
    }

    /// Counts the bytes of a chunk that is forwarded to the subscriber instead of being collected.
    func countForwarded(_ bytes: [UInt8]) {
        lock.withLock { state.collector.byteCount += bytes.count }
    }

    /// Records the end of the response body.
    func noteBody() {
        let time = elapsed
        withLog { $0.body = time }
    }

    /// Reads the complete response.
    ///
    /// - Parameters:
    ///   - decoder: The JSON decoder, for the description of its errors.
    ///   - parse: A closure that parses the response.
    /// - Throws: An `APIError`.
    func read<Output>(with decoder: any DataDecoder, _ parse: (HTTPResponse, Data) throws -> Output) throws -> Output {
        let (head, body) = try checkedResponse()
        noteBody()
        do {
            return try parse(head, body)
        } catch let error as APIError {
            throw error
        } catch {
            throw decodingError(head, error, decoder)
        }
    }

    /// Returns the head and the collected body of a complete response if its status is accepted.
    @discardableResult
    func checkedResponse() throws -> (head: HTTPResponse, body: Data) {
        let collector = collector
        guard let head = collector.head else {
            throw error(at: .transport, TransportError(.closedEarly, "the response ended without a head"))
        }
        guard !collector.isRejected else { throw statusError }
        return (head, collector.body)
    }
}
