internal import Foundation
internal import Rill

/// What is known of one subscription's exchange, and what becomes of it.
final class Exchange: @unchecked Sendable {  // `sent` and `attempts` are guarded by `lock`; the rest is fixed
    /// The request as it went to the outermost middleware.
    let message: HTTPRequest

    /// Takes the answer in.
    let collector: ResponseCollector

    private let errorDecoder: ErrorDecoder
    private let lock = Lock()
    private var sent: HTTPRequest?
    private var attempts = 0

    init(
        _ message: HTTPRequest, errorDecoder: ErrorDecoder, bodyLimit: Int,
        accepts: @escaping @Sendable (HTTPResponse.Status) -> Bool
    ) {
        self.message = message
        self.errorDecoder = errorDecoder
        collector = ResponseCollector(limit: bodyLimit, accepts: accepts)
    }

    /// Notes a request that is about to be sent; throws if it must not be.
    func note(_ message: HTTPRequest) throws {
        lock.withLock { sent = message }
        _ = try message.checkedURL()
        lock.withLock { attempts += 1 }
    }

    /// Reads the answer, when it is complete.
    func read<Response>(
        with decoder: JSONDecoder, _ reader: (HTTPResponse, Data, JSONDecoder) throws -> Response
    ) throws -> Response {
        guard let head = collector.head else {
            throw error(at: .transport, TransportError(.closedEarly, "it ended without a head"))
        }
        guard !collector.isRejected else { throw statusError }
        do {
            return try reader(head, collector.body, decoder)
        } catch let error as APIError {
            throw error
        } catch {
            throw unreadable(head, error, decoder)
        }
    }

    private func unreadable(_ head: HTTPResponse, _ error: any Error, _ decoder: JSONDecoder) -> APIError {
        let (request, attempts) = sentRequest
        let redactor = Redactor(request: request)
        let failure = DecodingFailure(
            error: error, body: collector.body, contentType: head.headerFields[.contentType],
            strategy: decoder.keyDecodingStrategy, redactor: redactor)
        return APIError(
            stage: .decoding, request: request, response: head, body: collector.body, attempts: attempts,
            underlying: error, cleanReason: failure.text, redactor: redactor)
    }

    // MARK: Errors

    /// What a failure on the way means.
    func apiError(for error: any Error, timeout: Duration?) -> APIError {
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
        let (request, attempts) = sentRequest
        return APIError(
            stage: stage, request: request, response: collector.head, body: collector.body, attempts: attempts,
            underlying: underlying, reason: reason)
    }

    /// The request as it was sent last, and how many times it was sent.
    private var sentRequest: (request: HTTPRequest, attempts: Int) {
        lock.withLock { (sent ?? message, attempts) }
    }

    private var statusError: APIError {
        error(at: .status, collector.head.flatMap { errorDecoder.error(in: $0, body: collector.body) })
    }
}
