public import Rill
internal import RillHTTP

extension ConoHaSession {
    /// Returns the domains of the DNS service.
    ///
    /// ## Errors
    /// The errors of ``endpoint(for:region:interface:)``, and the `APIError` of the request.
    ///
    /// - Parameter region: The region. May be `nil` if the service has only one region.
    /// - Returns: A cold `Observable<[DNSDomain]>` that emits one array and then completes.
    /// - SeeAlso: `GET /v1/domains`, <https://doc.conoha.jp/reference/api-vps2/api-dns-vps2/>, read 2026-11-23.
    public func domains(region: Region? = nil) -> Observable<[DNSDomain]> {
        send(ListDomains(), to: .dns, region: region)
    }

    /// Returns the records of a domain.
    ///
    /// ## Errors
    /// The errors of ``endpoint(for:region:interface:)``, and the `APIError` of the request.
    ///
    /// - Parameters:
    ///   - domainID: The ID of the domain.
    ///   - region: The region. May be `nil` if the service has only one region.
    /// - Returns: A cold `Observable<[DNSRecord]>` that emits one array and then completes.
    /// - SeeAlso: `GET /v1/domains/{id}/records`, <https://doc.conoha.jp/reference/api-vps2/api-dns-vps2/>, read
    ///   2026-11-23.
    public func records(ofDomain domainID: DNSDomain.ID, region: Region? = nil) -> Observable<[DNSRecord]> {
        send(ListDomainRecords(domainID: domainID), to: .dns, region: region)
    }
}
