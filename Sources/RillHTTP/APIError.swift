public import Foundation
public import Rill

/// Why a request did not bring what was asked for: where it failed, and all that is known about it.
///
/// Printed, it tells a person what failed, where and why:
///
///     GET https://qiita.com/api/v2/tags?page=1 failed with status 404 Not Found: "Not found" (not_found)
///
/// What it holds was cleaned of secrets when it was made: credentials, cookies, keys and signatures are in no property but
/// perhaps in ``underlying``, which is somebody else's, and whose text is only shown cleaned.
public struct APIError: Error, Sendable {
    /// Where it failed; compare with the static members.
    public let stage: Stage

    /// The method of the request as it was sent last.
    public let method: HTTPRequest.Method

    /// The address of the request as it was sent last, without secrets.
    public let url: String

    /// The status of the answer; nil if none arrived.
    public let status: HTTPResponse.Status?

    /// The header fields of the answer, with secret values replaced; empty if none arrived.
    public let headerFields: HTTPFields

    /// The beginning of the answer's body, up to 1 KiB, without secrets; empty if there was none.
    public let bodyPrefix: String

    /// How many times the request was sent, repeats by the transport included; 0 if it was not sent, or shared the exchange of
    /// another.
    public let attempts: Int

    /// What came of each attempt, in their order; empty if that is not known.
    public let history: [Attempt]

    /// What failed underneath: the API's own error, a ``TransportError``, a `DecodingError`.
    public let underlying: (any Error)?

    /// What went wrong, in a line without secrets; empty if the status says it all.
    public let reason: String

    /// Creates an error, and takes the secrets out of what it is given.
    ///
    /// - Parameters:
    ///   - stage: Where it failed.
    ///   - request: The request as it was sent; what is secret in it is hidden wherever else it turns up.
    ///   - response: The head of the answer, if one arrived.
    ///   - body: The body as far as it arrived.
    ///   - attempts: How many times the request was sent.
    ///   - underlying: What failed underneath.
    ///   - reason: What went wrong, in a line; the text of `underlying` if left out.
    ///   - history: What came of each attempt.
    public init(
        stage: Stage, request: HTTPRequest, response: HTTPResponse? = nil, body: Data = Data(), attempts: Int = 1,
        underlying: (any Error)? = nil, reason: String? = nil, history: [Attempt] = []
    ) {
        self.init(
            stage: stage, request: request, response: response, body: body, attempts: attempts, underlying: underlying,
            reason: reason, redactor: Redactor(request: request), history: history)
    }

    /// Creates an error, and takes the secrets out that a redactor knows.
    init(
        stage: Stage, request: HTTPRequest, response: HTTPResponse?, body: Data, attempts: Int,
        underlying: (any Error)?, reason: String?, redactor: Redactor, history: [Attempt]
    ) {
        let text = reason ?? underlying.map { "\($0)" } ?? ""
        self.init(
            stage: stage, request: request, response: response, body: body, attempts: attempts, underlying: underlying,
            cleanReason: redactor.text(text), redactor: redactor, history: history)
    }

    /// Creates an error with a reason that has been cleaned already.
    init(
        stage: Stage, request: HTTPRequest, response: HTTPResponse?, body: Data, attempts: Int,
        underlying: (any Error)?, cleanReason: String, redactor: Redactor, history: [Attempt]
    ) {
        self.stage = stage
        method = request.method
        url = redactor.url(of: request)
        status = response.map { redactor.status($0.status) }
        headerFields = redactor.fields(response?.headerFields ?? [:])
        bodyPrefix = BodyText.prefix(of: body, redactor: redactor)
        self.attempts = attempts
        self.history = history.map { $0.redacted(by: redactor) }
        if let error = underlying as? TransportError {
            self.underlying = TransportError(error.code, error.reason, redactor.text(error.text))
        } else {
            self.underlying = underlying
        }
        reason = BodyText.cut(BodyText.line(cleanReason), to: BodyText.limit)
    }

    /// The stages of an exchange, as an open set.
    public struct Stage: Hashable, Sendable, CustomStringConvertible {
        /// The name of the static member.
        public let description: String

        /// Creates a stage, for middleware that fails in a way of its own.
        ///
        /// - Parameter name: The name.
        public init(_ name: String) {
            description = name
        }

        /// The request could not be made or must not be sent; nothing was sent.
        public static let request = Stage("request")

        /// A middleware failed by an error of its own.
        public static let middleware = Stage("middleware")

        /// The exchange broke off.
        public static let transport = Stage("transport")

        /// The server answered with a status that the request does not accept.
        public static let status = Stage("status")

        /// The answer's body could not be read.
        public static let decoding = Stage("decoding")

        /// The exchange did not end in time.
        public static let deadline = Stage("deadline")
    }
}

extension APIError: ErrorWrapper {
    /// What failed underneath, so that `catch(as:)` finds the API's own error.
    public var underlyingError: (any Error)? { underlying }
}
