public import Rill
internal import RillHTTP

extension ConoHaClient {
    /// Reads which projects the token's user could get a token for.
    ///
    /// ## Errors
    /// `APIError`.
    ///
    /// - Returns: A cold `Observable<[Project]>`: exactly one array, then completed.
    /// - SeeAlso: `GET /v3/auth/projects`,
    ///   <https://docs.openstack.org/api-ref/identity/v3/#get-available-project-scopes>, read 2026-11-21.
    public func tokenProjects() -> Observable<[Project]> {
        send(ListTokenProjects())
    }

    /// Reads one page of the list of all projects; for those who run the cloud.
    ///
    /// ## Errors
    /// `APIError`: at the stage `request` and before anything is sent if the limit is less than 1; with status 403 if the
    /// user does not run the cloud; with 404 if the marker is no project.
    ///
    /// - Parameters:
    ///   - limit: How many projects the page has at most, 1 or more; nil for all. Older services take no notice of it.
    ///   - marker: The project that the page begins behind, a page's ``ProjectPage/nextMarker``; nil for the beginning.
    /// - Returns: A cold `Observable<ProjectPage>`: exactly one page, then completed.
    /// - SeeAlso: `GET /v3/projects`, <https://docs.openstack.org/api-ref/identity/v3/#list-projects>, read 2026-11-21.
    public func projects(limit: Int? = nil, after marker: Project.ID? = nil) -> Observable<ProjectPage> {
        send(ListProjects(limit: limit, marker: marker))
    }

    /// Reads all projects, page by page, as they are asked for; for those who run the cloud.
    ///
    ///     for try await project in client.allProjects().values { … }
    ///
    /// The next page is requested when the last project of the one before has been taken, and not while the subscriber is
    /// paused.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameter limit: How many projects a page has at most, 1 or more; the fewer, the more requests.
    /// - Returns: A cold `Observable<Project>` that parks.
    /// - Complexity: One page in memory.
    /// - SeeAlso: ``projectPages(limit:)``
    public func allProjects(limit: Int = 100) -> Observable<Project> {
        pages(limit).elements { $0.projects }
    }

    /// Reads the list of all projects page by page, as they are asked for; for those who run the cloud.
    ///
    /// The next page is requested when the one before has been taken, and not while the subscriber is paused.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameter limit: How many projects a page has at most, 1 or more.
    /// - Returns: A cold `Observable<ProjectPage>` that parks: one page or more, then completed.
    /// - Complexity: Keeps the id to go on behind.
    public func projectPages(limit: Int = 100) -> Observable<ProjectPage> {
        pages(limit).map(\.value)
    }

    private func pages(_ limit: Int) -> Observable<Page<ProjectPage>> {
        client.pages { cursor in
            ListProjects(limit: limit, marker: cursor?.description)
        } next: { page in
            page.value.nextMarker.flatMap { PageCursor($0) }
        }
    }

    /// Reads which tenants the token's user could get a token for, by version 2.0.
    ///
    /// ## Errors
    /// `APIError`, with status 404 if the service does not have version 2.0.
    ///
    /// - Returns: A cold `Observable<[Tenant]>`: exactly one array, then completed.
    /// - SeeAlso: `GET /v2.0/tenants`, <https://docs.openstack.org/api-ref/identity/v2/>, read 2026-11-21.
    public func tenants() -> Observable<[Tenant]> {
        send(ListTenants())
    }
}
