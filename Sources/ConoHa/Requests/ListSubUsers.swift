public import RillHTTP

/// The users that one has made beside the own one: `GET /v3/sub-users`; ConoHa's VPS 3.0 alone has them.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/api-identity-vps3/identity-subuser_list-v3>, read 2026-11-21.
public struct ListSubUsers: Request, Hashable {
    /// The users.
    public typealias Response = [SubUser]

    /// Creates a request.
    public init() {}

    /// `/v3/sub-users`.
    public var path: URLPath { "/v3/sub-users" }

    /// Reads the list below `users`.
    public var parser: ResponseParser<[SubUser]> { .json(at: "users") }
}
