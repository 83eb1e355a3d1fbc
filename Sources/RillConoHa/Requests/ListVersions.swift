public import RillHTTP

/// Lists the versions of the identity API: `GET /`.
///
/// Sent without a token.
///
/// The service responds with status 300 because it offers several versions.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#list-versions>, read 2026-11-21.
public struct ListVersions: Request, UnauthenticatedRequest, Hashable {
    /// The versions, in the order of the response.
    public typealias Response = [IdentityVersion]

    /// Creates a request.
    public init() {}

    /// `/`.
    public var path: URLPath { "/" }

    /// Accepts status 300 in addition to 200 to 299.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: `true` for 300 and 200 to 299.
    public func accepts(_ status: HTTPResponse.Status) -> Bool {
        status == .multipleChoices || status.kind == .successful
    }

    /// Decodes the value of the key path `versions.values`.
    public var parser: ResponseParser<[IdentityVersion]> { .json(at: "versions.values").validateJSON() }
}
