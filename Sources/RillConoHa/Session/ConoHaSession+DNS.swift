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
    /// - SeeAlso: `GET /v1/domains`, <https://doc.conoha.jp/reference/api-vps2/api-dns-vps2/>.
    public func domains(region: Region? = nil) -> Observable<[DNSDomain]> {
        sendToDNS(ListDomains(), region)
    }

    /// Returns the records of a domain.
    ///
    /// ## Errors
    /// The errors of ``endpoint(for:region:interface:)``, and the `APIError` of the request. The status is 404 if the
    /// domain does not exist.
    ///
    /// - Parameters:
    ///   - domainID: The ID of the domain.
    ///   - region: The region. May be `nil` if the service has only one region.
    /// - Returns: A cold `Observable<[DNSRecord]>` that emits one array and then completes.
    /// - SeeAlso: `GET /v1/domains/{id}/records`, <https://doc.conoha.jp/reference/api-vps2/api-dns-vps2/>.
    public func records(ofDomain domainID: DNSDomain.ID, region: Region? = nil) -> Observable<[DNSRecord]> {
        sendToDNS(ListDomainRecords(domainID: domainID), region)
    }

    private func sendToDNS<SomeRequest: Request>(
        _ request: SomeRequest, _ region: Region?
    ) -> Observable<SomeRequest.Response> {
        endpoint(for: .dns, region: region).flatMap { self.client(at: ServiceBaseURL.dns($0.url)).send(request) }
    }
}
