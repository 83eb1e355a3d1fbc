public import RillHTTP

/// Makes a token worthless: `DELETE /v3/auth/tokens`.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#revoke-token>, read 2026-11-21.
public struct RevokeToken: Request, Hashable {
    /// Nothing.
    public typealias Response = Void

    /// The token that is to be worthless.
    public var subject: Secret

    /// Creates a request.
    ///
    /// - Parameter subject: The token that is to be worthless.
    public init(subject: Secret) {
        self.subject = subject
    }

    /// `DELETE`.
    public var method: HTTPRequest.Method { .delete }

    /// `/v3/auth/tokens`.
    public var path: URLPath { "/v3/auth/tokens" }

    /// The token, as `X-Subject-Token`.
    public var headerFields: HTTPFields { [.subjectToken: subject.value] }
}
