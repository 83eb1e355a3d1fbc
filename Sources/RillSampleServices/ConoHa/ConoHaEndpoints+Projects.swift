internal import RillHTTPTesting

/// The endpoints of version 3 for projects.
extension ConoHaEndpoints {
    func addProjects(to router: inout Router) {
        router.get("/v3/auth/projects") { .json(page(try token(of: $0).user.projects, $0, next: nil)) }
        router.get("/v3/projects", items: ["limit", "marker"]) { request in
            let token = try token(of: request)
            guard token.user.isAdmin, token.isScoped else { throw ConoHaError.forbidden("list_projects") }
            let failure = "A server error occurred.  Please contact the administrator."
            let (projects, next) = try page(
                of: ConoHaAccounts.projects, request, id: \.id, unknownMarker: ConoHaError.unknownMarker,
                invalidLimit: { _ in ErrorResponse(response: .text(failure, status: .internalServerError)) })
            return .json(page(projects, request, next: next).adding("truncated", next.map { _ in true }))
        }
    }

    private func page(
        _ projects: some Collection<ConoHaAccounts.Project>, _ request: RoutedRequest, next: String?
    ) -> JSONValue {
        [
            "projects": .array(
                projects.map { project in
                    [
                        "id": .string(project.id), "name": .string(project.name), "domain_id": "default",
                        "parent_id": "default", "description": "", "enabled": true, "is_domain": false, "tags": [],
                        "options": [:], "links": ["self": "\(request.serverURL)/v3/projects/\(project.id)"],
                    ]
                }),
            "links": [
                "next": .optional(next), "previous": nil, "self": "\(request.serverURL)\(request.request.target)",
            ],
        ]
    }
}
