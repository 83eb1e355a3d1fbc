public import Foundation
public import RillHTTP

/// An error response of GitHub's API.
///
///     catch let error as APIError where error.github?.isRateLimited == true { … error.github?.retryAfter … }
///
/// - SeeAlso: <https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api>, read 2026-11-21.
public struct GitHubError: Error, Sendable, Hashable {
    /// The error message for developers, such as `Validation Failed`.
    public let message: String

    /// The URL of the related documentation page, or `nil` if the response has none (JSON key: `documentation_url`).
    public let documentationURL: URL?

    /// The status code in the body, such as `422`.
    ///
    /// `nil` in responses of older servers, which omit it.
    public let status: String?

    /// The details of the error, decoded from objects, strings or a single string.
    ///
    /// Empty if the response has none.
    public let errors: [Detail]

    /// The exceeded rate limit, or `nil` if the request was rejected for another reason.
    public let exceededLimit: ExceededLimit?

    /// The primary rate limit after the request, or `nil` if the response has no rate limit header fields.
    public let rateLimit: GitHubRateLimit?

    /// The time to wait after the response before the request may be retried, or `nil` if no rate limit was exceeded.
    ///
    /// The value comes from `Retry-After` if present. Otherwise, it is the time until an exhausted primary limit
    /// resets, relative to the `Date` of the response. Otherwise, it is one minute, the minimum that GitHub's
    /// documentation requires.
    public let retryAfter: Duration?

    /// The request ID to include when contacting GitHub Support, from the header field `X-GitHub-Request-Id`.
    public let requestID: String?

    /// Whether the request was rejected because a rate limit was exceeded.
    public var isRateLimited: Bool { exceededLimit != nil }

    /// Whether the requested page starts after the first 1,000 results of a search.
    public var isBeyondSearchResultLimit: Bool {
        (status == nil || status == "422") && message.lowercased().hasPrefix("only the first 1000 search results")
    }

    /// The kinds of rate limits.
    public enum ExceededLimit: String, Sendable, Hashable, CaseIterable {
        /// The primary rate limit: a number of requests per hour or minute.
        case primary

        /// The secondary rate limit: too many concurrent requests, or too much processing time.
        case secondary
    }

    /// One problem of a request.
    ///
    /// Any property may be missing.
    public struct Detail: Sendable, Hashable {
        /// The resource that the problem relates to: `Search`.
        public var resource: String?

        /// The field of the resource: `q`.
        public var field: String?

        /// The machine-readable error code: `missing`, `invalid`.
        public var code: String?

        /// The error message.
        public var message: String?

        /// Creates a detail.
        ///
        /// - Parameters:
        ///   - resource: The resource that the problem relates to.
        ///   - field: The field of the resource.
        ///   - code: The machine-readable error code.
        ///   - message: The error message.
        public init(resource: String? = nil, field: String? = nil, code: String? = nil, message: String? = nil) {
            self.resource = resource
            self.field = field
            self.code = code
            self.message = message
        }
    }

    /// Creates an error from an unsuccessful response, or returns `nil` if the response is not a GitHub error.
    ///
    /// - Parameters:
    ///   - head: The response head.
    ///   - body: The response body. The body is ignored if it cannot be decoded but the head indicates an exceeded rate
    ///     limit.
    public init?(head: HTTPResponse, body: Data) {
        let wire = try? JSONDecoder().decode(GitHubErrorBody.self, from: body)
        let limit = GitHubRateLimit(head.headerFields)
        let exceeded = ExceededLimit(head: head, body: wire, limit: limit)
        guard wire != nil || exceeded != nil else { return nil }
        message = wire?.message ?? "Rate limit exceeded"
        documentationURL = wire?.documentationURL.flatMap { URL(string: $0) }
        status = wire?.status
        errors = wire?.errors ?? []
        exceededLimit = exceeded
        rateLimit = limit
        let delay = head.serverDelay() ?? SecondaryLimitDetector.minimumWait
        retryAfter = exceeded == nil ? nil : delay
        requestID = head.headerFields[.gitHubRequestID]
    }

    static let decoder = ErrorDecoder { GitHubError(head: $0, body: $1) }
}

extension GitHubError.ExceededLimit {
    /// Creates the limit exceeded by a request, or returns `nil` if the request was rejected for another reason.
    fileprivate init?(head: HTTPResponse, body: GitHubErrorBody?, limit: GitHubRateLimit?) {
        guard head.status == .forbidden || head.status == .tooManyRequests else { return nil }
        if body?.reportsSecondaryLimit == true {
            self = .secondary
        } else if limit?.remaining == 0 || body?.reportsPrimaryLimit == true {
            self = .primary
        } else if head.status == .tooManyRequests || head.headerFields.contains(.retryAfter) {
            self = .secondary
        } else {
            return nil
        }
    }
}

extension APIError {
    /// GitHub's error response, or `nil` if the error has another cause or the response is not from GitHub.
    public var github: GitHubError? { underlying as? GitHubError }
}
