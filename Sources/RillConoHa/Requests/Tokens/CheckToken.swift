public import RillHTTP

/// Checks whether a token is valid: `HEAD /v3/auth/tokens`.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#check-token>, read 2026-11-21.
public struct CheckToken: Request, Hashable {
    /// Whether the token is valid.
    public typealias Response = Bool

    /// The token to check.
    public var subject: Secret

    /// Creates a request.
    ///
    /// - Parameter subject: The token to check.
    public init(subject: Secret) {
        self.subject = subject
    }

    /// `HEAD`.
    public var method: HTTPRequest.Method { .head }

    /// `/v3/auth/tokens`.
    public var path: URLPath { "/v3/auth/tokens" }

    /// The header field `X-Subject-Token` with the token.
    public var headerFields: HTTPFields { [.subjectToken: subject.value] }

    /// Accepts status 404, which means that the token is not valid, in addition to 200 to 299.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: `true` for 404 and 200 to 299.
    public func accepts(_ status: HTTPResponse.Status) -> Bool {
        status == .notFound || status.kind == .successful
    }

    /// Maps the status to the result.
    ///
    /// Fails for an HTML page, because it does not come from Keystone.
    public var parser: ResponseParser<Bool> {
        ResponseParser<HTTPResponse>.head.map { head in
            let isHTML = head.headerFields[.contentType]?.lowercased().hasPrefix("text/html") == true
            // A response with status 204 has no page, regardless of its header fields.
            if isHTML, head.status != .noContent {
                throw BodyDecodingError(
                    .contentType,
                    "status \(head.status.code) with an HTML page: the server does not provide version 3 of the identity "
                        + "API. Check the base URL")
            }
            return head.status != .notFound
        }
    }
}
