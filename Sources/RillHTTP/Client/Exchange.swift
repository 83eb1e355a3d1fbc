internal import Foundation
internal import Rill

/// The state of the exchange of one subscription: the request, its attempts and the response.
final class Exchange: Sendable {
    /// The HTTP request that was passed to the outermost middleware.
    let httpRequest: HTTPRequest

    /// The collector of the response.
    let collector: ResponseCollector

    /// The times of the events of the exchange.
    let log: ExchangeLog

    private let errorDecoder: ErrorDecoder

    init(_ httpRequest: HTTPRequest, for client: Client, accepts: @escaping @Sendable (HTTPResponse.Status) -> Bool) {
        self.httpRequest = httpRequest
        errorDecoder = client.errorDecoder
        collector = ResponseCollector(limit: client.bodyLimit, accepts: accepts)
        log = ExchangeLog(client.scheduler)
    }

    /// Sends a request through the transport and records the attempt.
    ///
    /// Called for the first attempt and for each retry.
    ///
    /// - Parameters:
    ///   - httpRequest: The request.
    ///   - body: The request body, or `nil` for none.
    ///   - transport: The transport.
    ///   - repeating: The same transport, if it reports its own retries.
    /// - Returns: The events of the transport.
    /// - Throws: A `TransportError` if the request is invalid and must not be sent.
    func attempt(
        _ httpRequest: HTTPRequest, _ body: HTTPBody?, over transport: any Transport,
        _ repeating: (any ResendingTransport)?
    ) throws -> Observable<TransportEvent> {
        log.noteRequest(httpRequest, body)
        // Checked for every transport, so that an invalid request does not count as an attempt. A transport that sends
        // requests itself checks again, because it can be used without a client.
        try httpRequest.check()
        let number = log.beginAttempt()
        let repeated = repeating?.send(httpRequest, body: body) { [log] in log.repeatAttempt(number, after: $0) }
        return (repeated ?? transport.send(httpRequest, body: body)).lift("attempt") { [log] event, observer in
            switch event {
            case .next(.head(let head)): log.endAttempt(number, head.status)
            case .error(let error):
                let failure = error as? TransportError ?? TransportError(.other, "\(error)")
                log.endAttempt(number, nil, failure)
                throw failure
            case .next, .completed: break
            }
            observer.on(event)
        }
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

    /// Processes an event of the response.
    func receive(_ event: TransportEvent) throws {
        if case .head = event { log.noteHead() }
        try collector.receive(event)
    }

    /// Parses the complete response.
    func read<Response>(
        with decoder: any DataDecoder, _ parser: ResponseParser<Response>
    ) throws -> Response {
        let head = try checkedHead()
        log.noteBody()
        do {
            return try parser.read(head, collector.body, decoder: decoder)
        } catch let error as APIError {
            throw error
        } catch {
            throw decodingError(head, error, decoder)
        }
    }

    /// Returns the head of a complete response if its status is accepted.
    func checkedHead() throws -> HTTPResponse {
        guard let head = collector.head else {
            throw error(at: .transport, TransportError(.closedEarly, "the response ended without a head"))
        }
        guard !collector.isRejected else { throw statusError }
        return head
    }

    private func decodingError(_ head: HTTPResponse, _ error: any Error, _ decoder: any DataDecoder) -> APIError {
        let (request, attempts, redactor) = sentRequest
        let failure = DecodingFailure(
            error: error, body: collector.body, contentType: head.headerFields[.contentType],
            strategy: decoder.keyDecodingStrategy, redactor: redactor)
        return APIError(
            stage: .decoding, request: request, response: head, body: collector.body, attempts: attempts.count,
            underlying: error, cleanReason: failure.text, redactor: redactor, history: attempts)
    }

    // MARK: Errors

    /// Converts an error of the middleware or the transport to an `APIError`.
    func apiError(for error: any Error, timeout: Duration? = nil) -> APIError {
        if let error = error as? APIError { return error }
        // A rejected status takes precedence over any failure while reading the rest of the body.
        if collector.isRejected { return statusError }
        if let timeout, (error as? StreamError)?.code == .deadline {
            return self.error(at: .deadline, error, reason: "no complete response within \(timeout)")
        }
        guard let failure = error as? TransportError else { return self.error(at: .middleware, error) }
        let isUnsent = failure.code == .invalidURL || failure.code == .invalidRequest
        return self.error(at: isUnsent ? .request : .transport, failure)
    }

    func error(at stage: APIError.Stage, _ underlying: (any Error)?, reason: String? = nil) -> APIError {
        let (request, attempts, redactor) = sentRequest
        return APIError(
            stage: stage, request: request, response: collector.head, body: collector.body, attempts: attempts.count,
            underlying: underlying, reason: reason, redactor: redactor, history: attempts)
    }

    private typealias Sent = (request: HTTPRequest, attempts: [APIError.Attempt], redactor: Redactor)

    /// The last request sent, the attempts, and a redactor that knows the secrets of all requests and of the request
    /// body.
    private var sentRequest: Sent { sent(withBody: true) }

    /// The last request sent, the attempts, and a redactor that does not know the request body.
    private var sentHead: Sent { sent(withBody: false) }

    private func sent(withBody: Bool) -> Sent {
        let state = log.current
        let request = state.sent ?? httpRequest
        let redactor = Redactor(requests: state.earlier + [request], body: withBody ? state.sentBody : nil)
        return (request, state.attempts, redactor)
    }

    private var statusError: APIError {
        let redactor = sentRequest.redactor
        let serviceError = collector.head.flatMap { errorDecoder.error(in: $0, body: collector.body, by: redactor) }
        return error(at: .status, serviceError)
    }
}

extension Exchange {
    /// Returns the metrics of the exchange.
    func metrics(_ outcome: ExchangeMetrics.Outcome) -> ExchangeMetrics {
        let state = log.current
        // Searching the body for secrets takes time and is needed only if a text can repeat them.
        let canRepeatBody =
            log.current.attempts.contains { $0.failure != nil || $0.status?.hasCommonPhrase == false }
            || collector.head?.status.hasCommonPhrase == false
        let (request, attempts, redactor) = canRepeatBody ? sentRequest : sentHead
        return ExchangeMetrics(
            method: request.method, url: redactor.url(of: request),
            status: (collector.head?.status).map(redactor.status), attempts: attempts.map { $0.redacted(by: redactor) },
            head: state.head, body: state.body, end: log.elapsed, byteCount: collector.byteCount,
            outcome: outcome)
    }
}
