public import Foundation
public import RillHTTP

/// What Qiita says about a request that it does not carry out: `{"message": "Not found", "type": "not_found"}`.
///
///     catch let error as APIError where error.qiita?.isRateLimited == true { … error.qiita?.rateLimit?.reset … }
public struct QiitaError: Error, Sendable, Hashable {
    /// What went wrong, in words for a developer.
    public let message: String

    /// What went wrong, for a program.
    public let type: Kind

    /// How many requests are still allowed; nil if Qiita does not say.
    public let rateLimit: RateLimit?

    /// Whether the request was refused because there were too many.
    ///
    /// That is so if the status is 403 or 429 and either no requests are left or the type is `rate_limit_exceeded`.
    public let isRateLimited: Bool

    /// The kinds of failure, an open set: `not_found`.
    public struct Kind: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The word that is sent.
        public let rawValue: String

        /// Creates a kind.
        ///
        /// - Parameter rawValue: The word that is sent.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a kind that stands in the source.
        ///
        /// - Parameter value: The word that is sent.
        public init(stringLiteral value: String) {
            rawValue = value
        }

        /// The word that is sent.
        public var description: String { rawValue }

        /// The request is malformed, or a parameter is out of its range.
        public static let badRequest: Kind = "bad_request"

        /// The token is missing or not valid.
        public static let unauthorized: Kind = "unauthorized"

        /// The token does not allow this.
        public static let forbidden: Kind = "forbidden"

        /// There is no such thing.
        public static let notFound: Kind = "not_found"

        /// Too many requests; see ``QiitaError/isRateLimited``.
        public static let rateLimitExceeded: Kind = "rate_limit_exceeded"

        /// Qiita itself has failed.
        public static let internalServerError: Kind = "internal_server_error"
    }

    /// Reads an answer with a bad status.
    ///
    /// - Parameters:
    ///   - head: The status and the header fields.
    ///   - body: The body. The result is nil if it is not Qiita's error; but where the head alone tells of the rate limit,
    ///     any body will do.
    public init?(head: HTTPResponse, body: Data) {
        let wire = try? JSONDecoder().decode(Wire.self, from: body)
        let limit = RateLimit(head.headerFields)
        let isRefusal = head.status == .forbidden || head.status == .tooManyRequests
        isRateLimited = isRefusal && (limit?.remaining == 0 || wire?.type == Kind.rateLimitExceeded.rawValue)
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
    /// The message and the type, and, if there were too many requests, when the next one is allowed.
    public var description: String {
        var text = "\"\(message)\" (\(type))"
        guard isRateLimited else { return text }
        if let limit = rateLimit?.limit { text += ", \(limit) requests an hour are allowed" }
        if let reset = rateLimit?.reset { text += ", try again after \(reset.formatted(.iso8601))" }
        return text
    }
}

extension APIError {
    /// What Qiita itself said; nil if the failure was none of a status, or the answer did not come from Qiita.
    public var qiita: QiitaError? { underlying as? QiitaError }
}
