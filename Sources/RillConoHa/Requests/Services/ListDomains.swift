public import RillHTTP

/// Lists the domains: `GET /v1/domains` of the DNS service.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps2/api-dns-vps2/>, read 2026-11-23.
public struct ListDomains: Request, Hashable {
    /// The domains.
    public typealias Response = [DNSDomain]

    /// Creates a request.
    public init() {}

    /// `/v1/domains`.
    public var path: URLPath { "/v1/domains" }

    /// Decodes the value of the key `domains`.
    public var parser: ResponseParser<[DNSDomain]> { .json(at: "domains").validateJSON() }
}
