public import Foundation
public import RillHTTP

/// An error response of Qiita's API: `{"message": "Not found", "type": "not_found"}`.
///
///     catch let error as APIError where error.qiita?.isRateLimited == true { … error.qiita?.rateLimit?.reset … }
public struct QiitaError: Error, Sendable, Hashable {
    /// The error message for developers.
    public let message: String

    /// The machine-readable error type.
    public let type: Kind

    /// The rate limit after the request, or `nil` if the response has no rate limit header fields.
    public let rateLimit: QiitaRateLimit?

    /// Whether the request was rejected because the rate limit was exceeded.
    ///
    /// This is the case if the status is 403 or 429 and either no requests remain or the type is `rate_limit_exceeded`.
    public let isRateLimited: Bool

    /// An error type, such as `not_found`.
    ///
    /// Qiita may send values that have no static member.
    public struct Kind: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The raw value used by the service.
        public let rawValue: String

        /// Creates a type from its raw value.
        ///
        /// - Parameter rawValue: The raw value used by the service.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a type from a string literal.
        ///
        /// - Parameter value: The value in the API.
        public init(stringLiteral value: String) {
            rawValue = value
        }

        /// The raw value used by the service.
        public var description: String { rawValue }

        /// The request is malformed, or a parameter is out of range.
        public static let badRequest: Kind = "bad_request"

        /// The token is missing or invalid.
        public static let unauthorized: Kind = "unauthorized"

        /// The token lacks the permission.
        public static let forbidden: Kind = "forbidden"

        /// The resource does not exist.
        public static let notFound: Kind = "not_found"

        /// The rate limit is exceeded.
        ///
        /// See ``QiitaError/isRateLimited``.
        public static let rateLimitExceeded: Kind = "rate_limit_exceeded"

        /// Qiita failed to process the request.
        public static let internalServerError: Kind = "internal_server_error"
    }

    /// Creates an error from an unsuccessful response, or returns `nil` if the response is not a Qiita error.
    ///
    /// - Parameters:
    ///   - head: The response head.
    ///   - body: The response body. The body is ignored if it cannot be decoded but the head indicates an exceeded rate
    ///     limit.
    public init?(head: HTTPResponse, body: Data) {
        let wire = try? JSONDecoder().decode(Wire.self, from: body)
        let limit = QiitaRateLimit(head.headerFields)
        let isRejection = head.status == .forbidden || head.status == .tooManyRequests
        isRateLimited = isRejection && (limit?.remaining == 0 || wire?.type == Kind.rateLimitExceeded.rawValue)
        guard wire != nil || isRateLimited else { return nil }
        message = wire?.message ?? "Rate limit exceeded"
        type = wire.map { Kind(rawValue: $0.type) } ?? .rateLimitExceeded
        rateLimit = limit
    }

    private struct Wire: Decodable {
        let message: String
        let type: String
    }

    static let decoder = ErrorDecoder { QiitaError(head: $0, body: $1) }
}

extension QiitaError: CustomStringConvertible {
    /// The message and the type, followed by the limit and its reset time if the rate limit is exceeded.
    public var description: String {
        var text = "\"\(message)\" (\(type))".split(whereSeparator: \.isNewline).joined(separator: " ")
        guard isRateLimited else { return text }
        if let limit = rateLimit?.limit { text += ", limit \(limit) requests per hour" }
        if let reset = rateLimit?.reset { text += ", retry after \(reset.formatted(.iso8601))" }
        return text
    }
}

extension APIError {
    /// Qiita's error response, or `nil` if the error has another cause or the response is not from Qiita.
    public var qiita: QiitaError? { underlying as? QiitaError }
}
