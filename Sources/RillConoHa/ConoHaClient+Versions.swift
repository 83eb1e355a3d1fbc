public import Rill

extension ConoHaClient {
    /// Returns the versions of the identity API that the service supports.
    ///
    /// Requires no token.
    ///
    /// ## Errors
    /// Fails with an `APIError`. Status 300 is a success.
    ///
    /// - Returns: A cold `Observable<[IdentityVersion]>` that emits one array, in the order of the response, and then
    ///   completes.
    /// - SeeAlso: `GET /`, <https://docs.openstack.org/api-ref/identity/v3/#list-versions>, read 2026-11-21.
    public func versions() -> Observable<[IdentityVersion]> {
        send(ListVersions())
    }

    /// Returns the description of one version of the identity API.
    ///
    /// Requires no token.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the service does not support the version. Recent Keystone
    /// releases do not support version 2.0.
    ///
    /// - Parameter name: The version.
    /// - Returns: A cold `Observable<IdentityVersion>` that emits one version and then completes.
    /// - SeeAlso: `GET /v2.0` and `GET /v3`, <https://docs.openstack.org/api-ref/identity/v3/#show-version-details>, read
    ///   2026-11-21.
    public func version(_ name: VersionName) -> Observable<IdentityVersion> {
        send(GetVersion(name: name))
    }
}
