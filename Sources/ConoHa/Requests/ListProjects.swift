public import RillHTTP

/// A page of the list of all projects, for those who run the cloud: `GET /v3/projects`.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#list-projects>, read 2026-11-21.
public struct ListProjects: Request, Hashable {
    /// A page.
    public typealias Response = ProjectPage

    /// How many projects a page has at most, one or more; nil for all of them.
    ///
    /// Older services take no notice of it.
    public var limit: Int?

    /// The project that the page begins behind; nil for the beginning.
    public var marker: Project.ID?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - limit: How many projects a page has at most, one or more; nil for all of them.
    ///   - marker: The project that the page begins behind; nil for the beginning.
    public init(limit: Int? = nil, marker: Project.ID? = nil) {
        self.limit = limit
        self.marker = marker
    }

    /// `/v3/projects`.
    public var path: URLPath { "/v3/projects" }

    /// `limit` and `marker`, each if it is not nil; throws if the limit is less than one, which would mean none.
    public var query: QueryItems {
        get throws {
            if let limit, limit < 1 { throw LimitOutOfRange(limit: limit) }
            return ["limit": limit, "marker": marker]
        }
    }
}

/// A limit that the service would take no notice of.
struct LimitOutOfRange: Error, CustomStringConvertible {
    let limit: Int

    var description: String { "limit must be 1 or more, not \(limit)" }
}
