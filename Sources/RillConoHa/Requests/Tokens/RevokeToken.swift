public import RillHTTP

/// Revokes a token: `DELETE /v3/auth/tokens`.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#revoke-token>, read 2026-11-21.
public struct RevokeToken: Request, Hashable {
    /// No value.
    public typealias Response = Void

    /// The token to revoke.
    public var subject: Secret

    /// Creates a request.
    ///
    /// - Parameter subject: The token to revoke.
    public init(subject: Secret) {
        self.subject = subject
    }

    /// `DELETE`.
    public var method: HTTPRequest.Method { .delete }

    /// `/v3/auth/tokens`.
    public var path: URLPath { "/v3/auth/tokens" }

    /// The header field `X-Subject-Token` with the token.
    public var headerFields: HTTPFields { [.subjectToken: subject.value] }

    /// Ignores the body, which must be JSON or empty.
    public var parser: ResponseParser<Void> { .nothing.validateJSON() }
}
