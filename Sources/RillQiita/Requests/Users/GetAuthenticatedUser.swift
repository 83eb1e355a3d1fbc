public import RillHTTP

/// Gets the user of the access token: `GET /authenticated_user`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#get-apiv2authenticated_user>, read 2026-11-23.
public struct GetAuthenticatedUser: Request, Hashable {
    /// The user of the access token.
    public typealias Response = AuthenticatedUser

    /// Creates a request.
    public init() {}

    /// `/authenticated_user`.
    public var path: URLPath { "/authenticated_user" }

    /// Decodes the user from the body.
    public var parser: ResponseParser<AuthenticatedUser> { .json.validateJSON() }
}
