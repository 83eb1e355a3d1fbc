internal import RillHTTP
internal import RillHTTPTesting

/// The endpoints of version 3 for projects.
struct ConoHaProjectEndpoints: Sendable {
    let context: ConoHaContext

    func add(to router: inout Router) {
        router.get(
            "/v3/auth/projects",
            context.authorized { request, token in
                let projects = token.user.projects.compactMap { ConoHaAccounts.project(id: $0) }
                return .json(encoding: page(projects, request, next: nil))
            })
        router.get(
            "/v3/projects", items: ["limit", "marker"],
            context.authorized { request, token throws(ConoHaErrorResponse) in try list(request, token) })
    }

    /// `GET /v3/projects`: lists all projects, or a page that starts after the marker.
    private func list(
        _ request: RoutedRequest, _ token: ConoHaToken
    ) throws(ConoHaErrorResponse) -> LoopbackServer.Response {
        guard token.user.isAdmin, token.isScoped else { throw .forbidden("list_projects") }
        var projects = ConoHaAccounts.projects[...]
        if let marker = request.queryItem("marker") {
            guard let index = projects.firstIndex(where: { $0.id == marker }) else { throw .unknownMarker(marker) }
            projects = projects[(index + 1)...]
        }
        guard let text = request.queryItem("limit") else {
            return .json(encoding: page(projects, request, next: nil))
        }
        guard let limit = Int(text) else {
            return .text("A server error occurred.  Please contact the administrator.", status: .internalServerError)
        }
        // A limit below 1 is ignored.
        let shown = limit > 0 ? projects.prefix(limit) : projects
        guard shown.count == limit, let last = shown.last else {
            return .json(encoding: page(shown, request, next: nil))
        }
        // A full page is marked as truncated, even if it is the last one.
        let next: JSONValue = "http://\(context.host(request))/v3/projects?limit=\(limit)&marker=\(last.id)"
        return .json(encoding: page(shown, request, next: next).adding("truncated", true))
    }

    private func page(
        _ projects: some Collection<ConoHaAccounts.Project>, _ request: RoutedRequest, next: JSONValue?
    ) -> JSONValue {
        let root = "http://\(context.host(request))"
        return [
            "projects": .array(
                projects.map { project in
                    [
                        "id": .string(project.id), "name": .string(project.name), "domain_id": "default",
                        "parent_id": "default", "description": "", "enabled": true, "is_domain": false, "tags": [],
                        "options": [:], "links": ["self": "\(root)/v3/projects/\(project.id)"],
                    ]
                }),
            "links": ["next": next ?? nil, "previous": nil, "self": "\(root)\(request.request.target)"],
        ]
    }
}
