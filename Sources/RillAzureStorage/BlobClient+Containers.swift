public import RillHTTP

extension BlobClient {
    /// Lists the containers of the account, requesting pages on demand.
    ///
    /// Requests the next page after all containers of the current page have been emitted, unless the subscriber has
    /// paused the stream.
    ///
    /// ## Errors
    /// `APIError`. The containers of earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the container names. Defaults to `nil`, which lists all containers.
    ///   - includesMetadata: Whether to include the metadata of the containers. Defaults to `false`.
    ///   - pageSize: The maximum number of containers per page, 1 to 5,000. Defaults to `nil`, which uses the service's
    ///     default.
    /// - Returns: A cold `Observable<ContainerItem>` with back-pressure.
    /// - Complexity: One page in memory.
    /// - SeeAlso: `GET /?comp=list`, <https://learn.microsoft.com/rest/api/storageservices/list-containers2>, read
    ///   2026-11-21.
    public func containers(
        prefix: String? = nil, includesMetadata: Bool = false, pageSize: Int? = nil
    ) -> Observable<ContainerItem> {
        connection.client.accountPages(prefix, includesMetadata: includesMetadata, pageSize: pageSize, after: nil)
            .elements { (page: ContainerPage) in page.containers }
    }

    /// Lists the containers of the account as pages, requesting them on demand.
    ///
    /// ## Errors
    /// `APIError`. Earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the container names. Defaults to `nil`, which lists all containers.
    ///   - includesMetadata: Whether to include the metadata of the containers. Defaults to `false`.
    ///   - pageSize: The maximum number of containers per page, 1 to 5,000. Defaults to `nil`, which uses the service's
    ///     default.
    ///   - marker: The ``ContainerPage/nextMarker`` of the page to continue after. Defaults to `nil`, which starts at the
    ///     first page.
    /// - Returns: A cold `Observable<ContainerPage>` with back-pressure that emits at least one page and completes.
    /// - Complexity: Keeps one page in memory.
    /// - SeeAlso: ``containers(prefix:includesMetadata:pageSize:)``
    public func containerPages(
        prefix: String? = nil, includesMetadata: Bool = false, pageSize: Int? = nil, after marker: String? = nil
    ) -> Observable<ContainerPage> {
        connection.client.accountPages(prefix, includesMetadata: includesMetadata, pageSize: pageSize, after: marker)
            .map(\.value)
    }

    /// Creates a container.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/containerAlreadyExists`` if the container exists; with
    /// ``AzureStorageError/Code/containerBeingDeleted`` if a container of the same name is being deleted; with
    /// ``AzureStorageError/Code/invalidResourceName`` if the name is invalid.
    ///
    /// - Parameters:
    ///   - name: The name: 3 to 63 lowercase letters, digits, and single hyphens, starting and ending with a letter or
    ///     digit.
    ///   - publicAccess: The level of public access. Defaults to `nil`, which means private.
    ///   - metadata: The metadata of the container. Defaults to none.
    /// - Returns: A cold `Observable<BlobVersion>` that emits one value and completes.
    /// - SeeAlso: `PUT /CONTAINER?restype=container`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/create-container>, read 2026-11-21.
    public func createContainer(
        _ name: String, publicAccess: PublicAccess? = nil, metadata: [String: String] = [:]
    ) -> Observable<BlobVersion> {
        var fields: HTTPFields = [:]
        fields[.publicAccess] = publicAccess?.rawValue
        return send(
            Operation(.put, "/\(name)", ["restype": "container"], fields: fields, metadata: metadata, parser: .version))
    }

    /// Deletes a container and its blobs.
    ///
    /// A `containerNotFound` or `containerBeingDeleted` error after an attempt with an unknown outcome counts as success.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/containerNotFound`` if the container does not exist.
    ///
    /// - Parameters:
    ///   - name: The name of the container. The name cannot be reused for some time.
    ///   - conditions: The conditions for the request. The service supports only the dates and the lease. Defaults to none.
    /// - Returns: A cold `Observable<Void>` that emits one value and completes.
    /// - SeeAlso: `DELETE /CONTAINER?restype=container`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/delete-container>, read 2026-11-21.
    public func deleteContainer(_ name: String, conditions: AccessConditions = AccessConditions()) -> Observable<Void> {
        send(Operation(.delete, "/\(name)", ["restype": "container"], conditions: conditions))
            .succeedingIfAlreadyDeleted(.containerNotFound, .containerBeingDeleted)
    }

    /// Returns the properties and metadata of a container.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/containerNotFound`` if the container does not exist.
    ///
    /// - Parameter name: The name of the container.
    /// - Returns: A cold `Observable<ContainerDetails>` that emits one value and completes.
    /// - SeeAlso: `HEAD /CONTAINER?restype=container`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-container-properties>, read 2026-11-21.
    public func details(ofContainer name: String) -> Observable<ContainerDetails> {
        send(Operation(.head, "/\(name)", ["restype": "container"], parser: .fromHead { ContainerDetails($0) }))
    }
}
