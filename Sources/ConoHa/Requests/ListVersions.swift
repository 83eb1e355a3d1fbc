public import RillHTTP

/// The versions of the identity API: `GET /`, without a token.
///
/// The service answers with status 300, as there are several to choose from.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#list-versions>, read 2026-11-21.
public struct ListVersions: Request, Anonymous, Hashable {
    /// The versions, in the order of the service.
    public typealias Response = [IdentityVersion]

    /// Creates a request.
    public init() {}

    /// `/`.
    public var path: URLPath { "/" }

    /// Accepts status 300, too.
    ///
    /// - Parameter status: The answer's status.
    /// - Returns: Whether it is 300, or 200 to 299.
    public func accepts(_ status: HTTPResponse.Status) -> Bool {
        status == .multipleChoices || status.kind == .successful
    }

    /// Reads the list below `versions.values`.
    public var parser: ResponseParser<[IdentityVersion]> { .json(at: "versions.values") }
}
