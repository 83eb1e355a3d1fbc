public import RillHTTP

/// Gets the description of one version of the identity API: `GET /v2.0` or `GET /v3`.
///
/// Sent without a token.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#show-version-details>, read 2026-11-21.
public struct GetVersion: Request, UnauthenticatedRequest, Hashable {
    /// The description of the version.
    public typealias Response = IdentityVersion

    /// The version.
    public var name: VersionName

    /// Creates a request.
    ///
    /// - Parameter name: The version.
    public init(name: VersionName) {
        self.name = name
    }

    /// `/v2.0` or `/v3`.
    public var path: URLPath { "/\(name)" }

    /// Decodes the value of the key `version`.
    public var parser: ResponseParser<IdentityVersion> { .json(at: "version").validateJSON() }
}
