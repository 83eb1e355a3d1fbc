public import RillHTTP

/// The projects that the token's user could get a token for: `GET /v3/auth/projects`.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#get-available-project-scopes>, read 2026-11-21.
public struct ListTokenProjects: Request, Hashable {
    /// The projects.
    public typealias Response = [Project]

    /// Creates a request.
    public init() {}

    /// `/v3/auth/projects`.
    public var path: URLPath { "/v3/auth/projects" }

    /// Reads the list below `projects`.
    public var parser: ResponseParser<[Project]> { .json(at: "projects") }
}
