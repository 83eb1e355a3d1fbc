public import RillHTTP

/// Lists the projects for which the token's user can get a token: `GET /v3/auth/projects`.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#get-available-project-scopes>, read 2026-11-21.
public struct ListTokenProjects: Request, Hashable {
    /// The projects.
    public typealias Response = [Project]

    /// Creates a request.
    public init() {}

    /// `/v3/auth/projects`.
    public var path: URLPath { "/v3/auth/projects" }

    /// Decodes the value of the key `projects`.
    public var parser: ResponseParser<[Project]> { .json(at: "projects").validateJSON() }
}
