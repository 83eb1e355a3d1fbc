public import RillHTTP

/// Lists the sub-users of the account: `GET /v3/sub-users`.
///
/// Only ConoHa VPS 3.0 supports it.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/api-identity-vps3/identity-subuser_list-v3>, read 2026-11-21.
public struct ListSubUsers: Request, Hashable {
    /// The sub-users.
    public typealias Response = [SubUser]

    /// Creates a request.
    public init() {}

    /// `/v3/sub-users`.
    public var path: URLPath { "/v3/sub-users" }

    /// Decodes the value of the key `users`.
    public var parser: ResponseParser<[SubUser]> { .json(at: "users").validateJSON() }
}
