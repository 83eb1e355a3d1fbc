public import RillHTTP

/// Lists one page of projects: `GET /v3/projects`.
///
/// Requires the administrator role.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#list-projects>, read 2026-11-21.
public struct ListProjects: Request, Hashable {
    /// A page of projects.
    public typealias Response = ProjectPage

    /// The maximum number of projects per page, at least 1.
    ///
    /// `nil` means no limit.
    ///
    /// Older services ignore it.
    public var limit: Int?

    /// The ID of the last project of the previous page.
    ///
    /// `nil` starts at the first project.
    public var marker: Project.ID?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of projects per page, at least 1. `nil` means no limit.
    ///   - marker: The ID of the last project of the previous page. `nil` starts at the first project.
    public init(limit: Int? = nil, marker: Project.ID? = nil) {
        self.limit = limit
        self.marker = marker
    }

    /// `/v3/projects`.
    public var path: URLPath { "/v3/projects" }

    /// The query parameters `limit` and `marker`, unless they are `nil`.
    public var query: QueryItems { ["limit": limit, "marker": marker] }

    /// Validates the limit.
    ///
    /// - Throws: An error if `limit` is less than 1, because the service ignores such a limit.
    public func validate() throws {
        try OutOfRange.check(limit: limit)
    }

    /// Decodes the page from the body.
    public var parser: ResponseParser<ProjectPage> { .json.validateJSON() }
}

/// An error for the limit or the offset of a list.
struct OutOfRange: Error, CustomStringConvertible {
    let description: String

    static func check(limit: Int?, offset: Int = 0) throws(OutOfRange) {
        if let limit, limit < 1 { throw OutOfRange(description: "limit must be at least 1, got \(limit)") }
        if offset < 0 { throw OutOfRange(description: "offset must be at least 0, got \(offset)") }
    }
}
