public import RillHTTP

/// Lists the records of a domain: `GET /v1/domains/{id}/records` of the DNS service.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps2/api-dns-vps2/>, read 2026-11-23.
public struct ListDomainRecords: Request, Hashable {
    /// The records.
    public typealias Response = [DNSRecord]

    /// The ID of the domain.
    public var domainID: DNSDomain.ID

    /// Creates a request.
    ///
    /// - Parameter domainID: The ID of the domain.
    public init(domainID: DNSDomain.ID) {
        self.domainID = domainID
    }

    /// `/v1/domains/{id}/records`, with the ID percent-encoded as one path segment.
    public var path: URLPath { "/v1/domains/\(domainID)/records" }

    /// Decodes the value of the key `records`.
    public var parser: ResponseParser<[DNSRecord]> { .json(at: "records").validateJSON() }
}
