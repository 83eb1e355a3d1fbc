public import Rill
internal import RillHTTP

extension ConoHaClient {
    /// Returns the projects for which the token's user can get a token.
    ///
    /// ## Errors
    /// Fails with an `APIError`.
    ///
    /// - Returns: A cold `Observable<[Project]>` that emits one array and then completes.
    /// - SeeAlso: `GET /v3/auth/projects`,
    ///   <https://docs.openstack.org/api-ref/identity/v3/#get-available-project-scopes>, read 2026-11-21.
    public func tokenProjects() -> Observable<[Project]> {
        send(ListTokenProjects())
    }

    /// Returns one page of the list of all projects.
    ///
    /// Requires the administrator role.
    ///
    /// ## Errors
    /// Fails with an `APIError`: at the `request` stage, without sending a request, if the limit is less than 1. The
    /// status is 403 if the user is not an administrator, and 404 if the marker is not the ID of a project.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of projects per page, at least 1. `nil` means no limit. Older services ignore it.
    ///   - marker: The ``ProjectPage/nextMarker`` of the previous page. `nil` starts at the first project.
    /// - Returns: A cold `Observable<ProjectPage>` that emits one page and then completes.
    /// - SeeAlso: `GET /v3/projects`, <https://docs.openstack.org/api-ref/identity/v3/#list-projects>, read 2026-11-21.
    public func projects(limit: Int? = nil, after marker: Project.ID? = nil) -> Observable<ProjectPage> {
        send(ListProjects(limit: limit, marker: marker))
    }

    /// Returns all projects, requesting pages on demand.
    ///
    /// Requires the administrator role.
    ///
    ///     for try await project in client.allProjects().values { … }
    ///
    /// Requests the next page after the subscriber has received the last project of the current page, unless the
    /// subscriber has paused the stream.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The elements of earlier pages are emitted before the error.
    ///
    /// - Parameter limit: The maximum number of projects per page, at least 1. Smaller pages require more requests.
    /// - Returns: A cold `Observable<Project>` that supports back-pressure.
    /// - Complexity: Keeps one page in memory.
    /// - SeeAlso: ``projectPages(limit:)``
    public func allProjects(limit: Int = 100) -> Observable<Project> {
        pages(limit).elements { $0.projects }
    }

    /// Returns the list of all projects as a stream of pages, requested on demand.
    ///
    /// Requires the administrator role.
    ///
    /// Requests the next page after the subscriber has received the current one, unless the subscriber has paused the
    /// stream.
    ///
    /// ## Errors
    /// Fails with an `APIError`. Earlier pages are emitted before the error.
    ///
    /// - Parameter limit: The maximum number of projects per page, at least 1.
    /// - Returns: A cold `Observable<ProjectPage>` that emits one or more pages and then completes. Supports
    ///   back-pressure.
    /// - Complexity: Stores only the marker of the next page.
    public func projectPages(limit: Int = 100) -> Observable<ProjectPage> {
        pages(limit).map(\.value)
    }

    private func pages(_ limit: Int) -> Observable<Page<ProjectPage>> {
        client.pages(ListProjects(limit: limit), by: .marker("marker", next: \.nextMarker))
    }

    /// Returns the tenants for which the token's user can get a token, in version 2.0.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the service does not support version 2.0.
    ///
    /// - Returns: A cold `Observable<[Tenant]>` that emits one array and then completes.
    /// - SeeAlso: `GET /v2.0/tenants`, <https://docs.openstack.org/api-ref/identity/v2/>, read 2026-11-21.
    public func tenants() -> Observable<[Tenant]> {
        send(ListTenants())
    }
}
