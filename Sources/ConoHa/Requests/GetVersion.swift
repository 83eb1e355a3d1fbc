public import RillHTTP

/// One version of the identity API: `GET /v2.0` or `GET /v3`, without a token.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#show-version-details>, read 2026-11-21.
public struct GetVersion: Request, Anonymous, Hashable {
    /// A version.
    public typealias Response = IdentityVersion

    /// Which version.
    public var name: VersionName

    /// Creates a request.
    ///
    /// - Parameter name: Which version.
    public init(name: VersionName) {
        self.name = name
    }

    /// `/` and the name.
    public var path: URLPath { "/\(name)" }

    /// Reads what stands below `version`.
    public var parser: ResponseParser<IdentityVersion> { .json(at: "version") }
}
