internal import Foundation
internal import Rill

/// What is known of one subscription's exchange, and what becomes of it.
final class Exchange: Sendable {
    /// The request as it went to the outermost middleware.
    let message: HTTPRequest

    /// Takes the answer in.
    let collector: ResponseCollector

    /// What has happened when.
    let log: ExchangeLog

    private let errorDecoder: ErrorDecoder

    init(_ message: HTTPRequest, for client: Client, accepts: @escaping @Sendable (HTTPResponse.Status) -> Bool) {
        self.message = message
        errorDecoder = client.errorDecoder
        collector = ResponseCollector(limit: client.bodyLimit, accepts: accepts)
        log = ExchangeLog(client.scheduler)
    }

    /// Sends a request, once more or for the first time; refuses one that must not be sent.
    ///
    /// - Parameters:
    ///   - message: The request.
    ///   - body: The body, if the request has one.
    ///   - transport: The transport.
    ///   - repeating: The same transport, if it reports repeats.
    /// - Returns: The events of the transport.
    /// - Throws: The reason that the request must not be sent.
    func attempt(
        _ message: HTTPRequest, _ body: HTTPBody?, over transport: any Transport, _ repeating: (any RepeatingTransport)?
    ) throws -> Observable<TransportEvent> {
        log.noteRequest(message, body)
        try message.check()
        let number = log.beginAttempt()
        let repeated = repeating?.send(message, body: body) { [log] in log.repeatAttempt(number, after: $0) }
        return (repeated ?? transport.send(message, body: body)).lift("attempt") { [log] event, observer in
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

    /// Takes an event of the answer in; returns whether it is the end.
    ///
    /// Throws an `APIError`.
    func isComplete(with event: Event<TransportEvent>) throws -> Bool {
        do {
            switch event {
            case .next(let event): try take(event)
            case .error(let error): throw error
            case .completed: return true
            }
            return false
        } catch {
            throw apiError(for: error)
        }
    }

    /// Takes an event of the answer.
    func take(_ event: TransportEvent) throws {
        if case .head = event { log.noteHead() }
        try collector.take(event)
    }

    /// Reads the answer, when it is complete.
    func read<Response>(
        with decoder: JSONDecoder, _ parser: ResponseParser<Response>
    ) throws -> Response {
        let head = try checkedHead()
        log.noteBody()
        do {
            return try parser.read(head, collector.body, decoder: decoder)
        } catch let error as APIError {
            throw error
        } catch {
            throw unreadable(head, error, decoder)
        }
    }

    /// The head of an answer that has ended, if it is one that was asked for.
    func checkedHead() throws -> HTTPResponse {
        guard let head = collector.head else {
            throw error(at: .transport, TransportError(.closedEarly, "it ended without a head"))
        }
        guard !collector.isRejected else { throw statusError }
        return head
    }

    private func unreadable(_ head: HTTPResponse, _ error: any Error, _ decoder: JSONDecoder) -> APIError {
        let (request, attempts, redactor) = sentRequest
        let failure = DecodingFailure(
            error: error, body: collector.body, contentType: head.headerFields[.contentType],
            strategy: decoder.keyDecodingStrategy, redactor: redactor)
        return APIError(
            stage: .decoding, request: request, response: head, body: collector.body, attempts: attempts.count,
            underlying: error, cleanReason: failure.text, redactor: redactor, history: attempts)
    }

    // MARK: Errors

    /// What a failure on the way means.
    func apiError(for error: any Error, timeout: Duration? = nil) -> APIError {
        if let error = error as? APIError { return error }
        // Whatever happened to the rest of the body: that the status is bad is known.
        if collector.isRejected { return statusError }
        if let timeout, (error as? StreamError)?.code == .deadline {
            return self.error(at: .deadline, error, reason: "there was no complete answer within \(timeout)")
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

    /// The request as it was sent last, its attempts, and a redactor that knows the secrets of all requests and of the body.
    private var sentRequest: Sent { sent(withBody: true) }

    /// The same with a redactor that does not know the body.
    private var sentHead: Sent { sent(withBody: false) }

    private func sent(withBody: Bool) -> Sent {
        let state = log.current
        let request = state.sent ?? message
        let redactor = Redactor(requests: state.earlier + [request], body: withBody ? state.sentBody : nil)
        return (request, state.attempts, redactor)
    }

    private var statusError: APIError {
        let redactor = sentRequest.redactor
        let said = collector.head.flatMap { errorDecoder.error(in: $0, body: collector.body, by: redactor) }
        return error(at: .status, said)
    }
}

extension Exchange {
    /// What is told when it is over.
    func metrics(_ outcome: ExchangeMetrics.Outcome) -> ExchangeMetrics {
        let state = log.current
        // A search of the body takes time, and is needed only where a text can repeat it.
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
