public import Foundation
public import RillHTTPTypes

/// An error that describes why a request failed: the stage, the request, the response, and the attempts.
///
/// The description names the request and the reason:
///
///     GET https://qiita.com/api/v2/tags?page=1 failed with status 404 Not Found: "Not found" (not_found)
///
/// Credentials, cookies, keys and signatures are redacted in every property when the error is created, except in
/// ``underlying``, which keeps the original error. The description of the underlying error is redacted before it
/// becomes part of the ``reason``.
public struct APIError: Error, ErrorWrapper, Sendable {
    /// The stage of the exchange at which the request failed.
    ///
    /// Compare it with the static members of ``Stage-swift.struct``.
    public let stage: Stage

    /// The method of the last request sent.
    public let method: HTTPRequest.Method

    /// The URL of the last request sent, with secrets redacted.
    public let url: String

    /// The status of the response, or `nil` if no response arrived.
    public let status: HTTPResponse.Status?

    /// The header fields of the response, with secret values redacted.
    ///
    /// Empty if no response arrived.
    public let headerFields: HTTPFields

    /// The first 1 KiB of the response body, with secrets redacted.
    ///
    /// Empty if there was no body.
    public let bodyPrefix: String

    /// The number of times the request was sent, including retries by the transport.
    ///
    /// 0 if the request was not sent. A response from the cache of a transport also counts as an attempt.
    public let attempts: Int

    /// The attempts in order.
    ///
    /// Empty if the attempts are unknown.
    public let history: [Attempt]

    /// The underlying error: the API's own error, a ``TransportError``, or a `DecodingError`.
    public let underlying: (any Error)?

    /// The reason for the failure on one line, with secrets redacted.
    ///
    /// Empty if the status alone describes the failure.
    public let reason: String

    /// Creates an error and redacts the secrets in its texts.
    ///
    /// - Parameters:
    ///   - stage: The stage at which the request failed.
    ///   - request: The request that was sent. Its secrets are redacted wherever they appear in the other arguments.
    ///   - response: The response head, or `nil` if none arrived.
    ///   - body: The part of the response body that arrived.
    ///   - attempts: The number of times the request was sent.
    ///   - underlying: The underlying error.
    ///   - reason: The reason for the failure on one line. Defaults to `nil`, which uses the description of
    ///     `underlying`.
    ///   - history: The attempts in order.
    public init(
        stage: Stage, request: HTTPRequest, response: HTTPResponse? = nil, body: Data = Data(), attempts: Int = 1,
        underlying: (any Error)? = nil, reason: String? = nil, history: [Attempt] = []
    ) {
        self.init(
            stage: stage, request: request, response: response, body: body, attempts: attempts, underlying: underlying,
            reason: reason, redactor: Redactor(request: request), history: history)
    }

    /// Creates an error and redacts the secrets that the redactor knows.
    ///
    /// - Parameter cleanReason: A reason that is already redacted, which replaces the other one.
    init(
        stage: Stage, request: HTTPRequest, response: HTTPResponse?, body: Data, attempts: Int,
        underlying: (any Error)?, reason: String? = nil, cleanReason: String? = nil, redactor: Redactor,
        history: [Attempt] = []
    ) {
        self.stage = stage
        method = request.method
        url = redactor.url(of: request)
        status = response.map { redactor.status($0.status) }
        headerFields = redactor.fields(response?.headerFields ?? [:])
        bodyPrefix = BodyText.prefix(of: body, type: response?.headerFields[.contentType], redactor: redactor)
        self.attempts = attempts
        self.history = history.map { $0.redacted(by: redactor) }
        self.underlying = (underlying as? TransportError)?.redacted(by: redactor) ?? underlying
        let text = cleanReason ?? redactor.text(reason ?? underlying?.textWithoutValue ?? "")
        self.reason = BodyText.cut(BodyText.line(text), to: BodyText.limit)
    }

    /// A stage of an exchange.
    ///
    /// Middleware can define additional stages.
    public struct Stage: Hashable, Sendable, CustomStringConvertible {
        /// The name of the stage.
        public let description: String

        /// Creates a stage for errors of a custom middleware.
        ///
        /// - Parameter name: The name of the stage.
        public init(_ name: String) {
            description = name
        }

        /// The request is invalid, or its content could not be created.
        ///
        /// Nothing was sent, unless ``APIError/attempts`` is greater than 0.
        public static let request = Stage("request")

        /// A middleware failed with an error that it created itself.
        public static let middleware = Stage("middleware")

        /// The transport failed before the response was complete.
        public static let transport = Stage("transport")

        /// The server responded with a status that the request does not accept.
        public static let status = Stage("status")

        /// The response body could not be decoded.
        public static let decoding = Stage("decoding")

        /// The exchange timed out.
        public static let deadline = Stage("deadline")

        /// A page was decoded, but the next page could not be determined.
        public static let paging = Stage("paging")

        /// The request was accepted, but the operation that it started failed or cannot be polled.
        public static let operation = Stage("operation")

        /// The response could not be written to the file.
        public static let file = Stage("file")
    }
}
