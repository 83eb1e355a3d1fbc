public import Foundation
public import RillHTTP

/// What GitHub says about a request that it does not carry out.
///
///     catch let error as APIError where error.github?.isRateLimited == true { … error.github?.retryAfter … }
///
/// - SeeAlso: <https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api>, read 2026-11-21.
public struct GitHubError: Error, Sendable, Hashable {
    /// What went wrong, in words for a developer: `Validation Failed`.
    public let message: String

    /// The page that tells more; nil if GitHub does not name one; the key `documentation_url`.
    public let documentationURL: URL?

    /// The status as it stands in the body, `422`; nil in older answers, which lack it.
    public let status: String?

    /// What is wrong in particular, be it that it came as objects, as strings or as one string; empty if GitHub does not
    /// say.
    public let errors: [Detail]

    /// Which rate limit the request has exceeded; nil if it was refused for another reason.
    public let exceededLimit: ExceededLimit?

    /// The primary rate limit as it stands after the request; nil if GitHub does not say.
    public let rateLimit: RateLimit?

    /// How long to wait, counted from the answer, before the request is sent again; nil if it was not refused for a rate
    /// limit.
    ///
    /// As long as `Retry-After` says, else until the reset of a primary limit that is used up, compared with the `Date` of
    /// the answer; else a minute, the least that GitHub asks for where it says nothing.
    public let retryAfter: Duration?

    /// What GitHub's support finds the request by; the field `X-GitHub-Request-Id`.
    public let requestID: String?

    /// Whether the request was refused because there were too many.
    public var isRateLimited: Bool { exceededLimit != nil }

    /// Whether a page was asked for that begins behind the first 1,000 results of a search.
    public var isBeyondSearchBound: Bool {
        (status == nil || status == "422") && message.lowercased().hasPrefix("only the first 1000 search results")
    }

    /// The limits of how many requests GitHub answers.
    public enum ExceededLimit: String, Sendable, Hashable, CaseIterable {
        /// So many in a minute, or in an hour.
        case primary

        /// Too many at once, or too much work for GitHub.
        case secondary
    }

    /// One thing that is wrong with a request; each of its parts may be missing.
    public struct Detail: Sendable, Hashable {
        /// What it is about: `Search`.
        public var resource: String?

        /// Which part of that: `q`.
        public var field: String?

        /// What is wrong, for a program: `missing`, `invalid`.
        public var code: String?

        /// What is wrong, in words.
        public var message: String?

        /// Creates a detail.
        ///
        /// - Parameters:
        ///   - resource: What it is about.
        ///   - field: Which part of that.
        ///   - code: What is wrong, for a program.
        ///   - message: What is wrong, in words.
        public init(resource: String? = nil, field: String? = nil, code: String? = nil, message: String? = nil) {
            self.resource = resource
            self.field = field
            self.code = code
            self.message = message
        }
    }

    /// Reads an answer with a bad status.
    ///
    /// - Parameters:
    ///   - head: The status and the header fields.
    ///   - body: The body. The result is nil if it is not GitHub's error; but where the head alone tells of a rate limit,
    ///     any body will do.
    public init?(head: HTTPResponse, body: Data) {
        let wire = try? JSONDecoder().decode(GitHubErrorBody.self, from: body)
        let limit = RateLimit(head.headerFields)
        let exceeded = ExceededLimit(head: head, body: wire, limit: limit)
        guard wire != nil || exceeded != nil else { return nil }
        message = wire?.message ?? "Rate limit exceeded"
        documentationURL = wire?.documentationURL.flatMap { URL(string: $0) }
        status = wire?.status
        errors = wire?.errors ?? []
        exceededLimit = exceeded
        rateLimit = limit
        let demand = ServerDemand.wait(in: head, now: { Date() }) ?? SecondaryRefusals.shortestWait
        retryAfter = exceeded == nil ? nil : demand
        requestID = head.headerFields[.gitHubRequestID]
    }

    static let decoder = ErrorDecoder { GitHubError(head: $0, body: $1) }
}

extension GitHubError.ExceededLimit {
    /// Which limit an answer tells of; nil if it was refused for another reason.
    fileprivate init?(head: HTTPResponse, body: GitHubErrorBody?, limit: RateLimit?) {
        guard head.status == .forbidden || head.status == .tooManyRequests else { return nil }
        if body?.tellsOfSecondaryLimit == true {
            self = .secondary
        } else if limit?.remaining == 0 || body?.tellsOfPrimaryLimit == true {
            self = .primary
        } else if head.status == .tooManyRequests || head.headerFields.contains(.retryAfter) {
            self = .secondary
        } else {
            return nil
        }
    }
}

extension APIError {
    /// What GitHub itself said; nil if the failure was none of a status, or the answer did not come from GitHub.
    public var github: GitHubError? { underlying as? GitHubError }
}
