internal import Foundation
internal import RillHTTPTypes

/// Errors and metrics of an exchange.
extension Exchange {
    /// Converts an error of the middleware or the transport to an `APIError`.
    func apiError(for error: any Error, timeout: Duration? = nil) -> APIError {
        if let error = error as? APIError { return error }
        // A rejected status takes precedence over a failure to read the rest of the body.
        if collector.isRejected { return statusError }
        if let timeout, (error as? StreamError)?.code == .deadline {
            return self.error(at: .deadline, error, reason: "no complete response within \(timeout)")
        }
        guard let failure = error as? TransportError else { return self.error(at: .middleware, error) }
        let isInvalid = failure.code == .invalidURL || failure.code == .invalidRequest
        return self.error(at: isInvalid ? .request : .transport, failure)
    }

    /// Returns an error with the state of the exchange.
    func error(
        at stage: APIError.Stage, _ underlying: (any Error)?, reason: String? = nil, cleanReason: String? = nil,
        attempts count: Int? = nil, showsBody: Bool = true, sent: Sent? = nil
    ) -> APIError {
        let (request, attempts, redactor) = sent ?? self.sent()
        let collector = collector
        // The body of an accepted response can be secret.
        let showsBody = showsBody && (!isBodySecret || collector.isRejected)
        return APIError(
            stage: stage, request: request, response: collector.head,
            body: showsBody ? collector.body : Data(), attempts: count ?? attempts.count,
            underlying: underlying, reason: reason, cleanReason: cleanReason, redactor: redactor, history: attempts)
    }

    /// The state of an exchange that its errors contain.
    typealias Sent = (request: HTTPRequest, attempts: [APIError.Attempt], redactor: Redactor)

    /// Returns the last request sent, the attempts, and a redactor that knows the secrets of all requests.
    ///
    /// - Parameter withBody: Whether the redactor also knows the secrets of the request body if there was no redirect.
    func sent(withBody: Bool = true) -> Sent {
        let log = log
        let request = log.sent ?? httpRequest
        // The URL of a redirect can contain the secrets of the body.
        let isRedirected = log.earlier.contains { !$0.hasSameTarget(as: request) }
        let redactor = Redactor(requests: log.earlier + [request], body: withBody || isRedirected ? log.sentBody : nil)
        return (request, log.attempts, redactor)
    }

    /// The error for a response with a status that the request does not accept.
    var statusError: APIError {
        let sent = self.sent()
        let collector = collector
        let serviceError = collector.head.flatMap { errorDecoder.read($0, collector.body, sent.redactor) }
        let withheld = collector.head?.status == .unauthorized ? withheldCredentials : nil
        return error(
            at: .status, serviceError,
            reason: withheld.map { reason in
                (serviceError.map { "\($0.textWithoutValue); " } ?? "") + reason
            }, sent: sent)
    }

    /// Returns the error for a response that cannot be decoded.
    func decodingError(_ head: HTTPResponse, _ error: any Error, _ decoder: any DataDecoder) -> APIError {
        let sent = self.sent()
        let failure = DecodingFailure(
            error: error, body: collector.body, contentType: head.headerFields[.contentType],
            strategy: decoder.keyDecodingStrategy, redactor: sent.redactor, isBodySecret: isBodySecret)
        return self.error(at: .decoding, error, cleanReason: failure.text, sent: sent)
    }

    // MARK: Metrics

    /// Returns the metrics of the exchange.
    func metrics(_ result: Result<Void, APIError>?) -> ExchangeMetrics {
        let (log, collector) = snapshot
        // Searching the body for secrets is expensive and necessary only if a text may contain them.
        let canRepeatBody =
            log.attempts.contains(where: \.canRepeatBody) || collector.head?.status.hasCommonPhrase == false
        let (request, attempts, redactor) = sent(withBody: canRepeatBody)
        return ExchangeMetrics(
            method: request.method, url: redactor.url(of: request),
            status: (collector.head?.status).map(redactor.status), attempts: attempts.map { $0.redacted(by: redactor) },
            head: log.head, body: log.body, end: elapsed, byteCount: collector.byteCount, result: result)
    }
}
