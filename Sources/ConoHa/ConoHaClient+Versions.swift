public import Rill

extension ConoHaClient {
    /// Reads which versions of the identity API there are; needs no token.
    ///
    /// ## Errors
    /// `APIError`. Status 300 is none.
    ///
    /// - Returns: A cold `Observable<[IdentityVersion]>`: exactly one array, in the order of the service, then completed.
    /// - SeeAlso: `GET /`, <https://docs.openstack.org/api-ref/identity/v3/#list-versions>, read 2026-11-21.
    public func versions() -> Observable<[IdentityVersion]> {
        send(ListVersions())
    }

    /// Reads what there is to know of one version of the identity API; needs no token.
    ///
    /// ## Errors
    /// `APIError`, with status 404 if the service does not have that version; a Keystone of today has no 2.0.
    ///
    /// - Parameter name: Which version.
    /// - Returns: A cold `Observable<IdentityVersion>`: exactly one version, then completed.
    /// - SeeAlso: `GET /v2.0` and `GET /v3`, <https://docs.openstack.org/api-ref/identity/v3/#show-version-details>, read
    ///   2026-11-21.
    public func version(_ name: VersionName) -> Observable<IdentityVersion> {
        send(GetVersion(name: name))
    }
}
