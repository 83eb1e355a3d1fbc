public import Rill
internal import RillHTTP

extension BlobClient {
    /// Lists the containers, page by page, as they are asked for.
    ///
    /// The next page is requested when the last container of the one before has been taken, and not while the subscriber is
    /// paused.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - prefix: What their names begin with; nil for all.
    ///   - includesMetadata: Whether their metadata comes along.
    ///   - pageSize: How many a page has at most, 1 to 5,000; nil for as many as the service likes.
    /// - Returns: A cold `Observable<ContainerItem>` that parks.
    /// - Complexity: One page in memory.
    /// - SeeAlso: `GET /?comp=list`, <https://learn.microsoft.com/rest/api/storageservices/list-containers2>, read
    ///   2026-11-21.
    public func containers(
        prefix: String? = nil, includesMetadata: Bool = false, pageSize: Int? = nil
    ) -> Observable<ContainerItem> {
        pages(prefix, includesMetadata, pageSize, nil).elements { $0.containers }
    }

    /// Lists the containers page by page, as the pages are asked for.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - prefix: What their names begin with; nil for all.
    ///   - includesMetadata: Whether their metadata comes along.
    ///   - pageSize: How many a page has at most, 1 to 5,000; nil for as many as the service likes.
    ///   - marker: Where to begin, an earlier page's ``ContainerPage/nextMarker``; nil for the beginning.
    /// - Returns: A cold `Observable<ContainerPage>` that parks: one page or more, then completed.
    /// - Complexity: Keeps the marker to go on with.
    /// - SeeAlso: ``containers(prefix:includesMetadata:pageSize:)``
    public func containerPages(
        prefix: String? = nil, includesMetadata: Bool = false, pageSize: Int? = nil, after marker: String? = nil
    ) -> Observable<ContainerPage> {
        pages(prefix, includesMetadata, pageSize, marker).map(\.value)
    }

    private func pages(
        _ prefix: String?, _ includesMetadata: Bool, _ pageSize: Int?, _ marker: String?
    ) -> Observable<Page<ContainerPage>> {
        var operation = Operation<ContainerPage>(
            .get, "/", ["comp": "list", "prefix": prefix, "include": includesMetadata ? "metadata" : nil],
            parser: .xml(root: "EnumerationResults"))
        operation.appendPageSize(pageSize)
        return connection.client.pages(
            operation, by: .marker("marker", next: \.nextMarker), from: marker.flatMap { PageCursor($0) })
    }

    /// Makes a container.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/containerAlreadyExists`` if there is one of that name; with
    /// ``AzureStorageError/Code/containerBeingDeleted`` if there was one a moment ago; with
    /// ``AzureStorageError/Code/invalidResourceName`` if no container can have the name.
    ///
    /// - Parameters:
    ///   - name: 3 to 63 small letters, digits and single hyphens; it begins and ends with a letter or a digit.
    ///   - publicAccess: What anyone may read of it; nil for nothing.
    ///   - metadata: Names and values to keep beside it.
    /// - Returns: A cold `Observable<BlobVersion>`: exactly one value, then completed.
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

    /// Deletes a container with all that is in it.
    ///
    /// A deletion whose answer was lost, and that finds no container when it is tried again, counts as done.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/containerNotFound`` if there is none of that name.
    ///
    /// - Parameters:
    ///   - name: The name of the container. None of that name can be made for a while.
    ///   - conditions: In which state it has to be; dates alone.
    /// - Returns: A cold `Observable<Void>`: exactly one value, then completed.
    /// - SeeAlso: `DELETE /CONTAINER?restype=container`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/delete-container>, read 2026-11-21.
    public func deleteContainer(
        _ name: String, conditions: AccessConditions = AccessConditions()
    ) -> Observable<Void> {
        send(Operation(.delete, "/\(name)", ["restype": "container"], conditions: conditions))
            .acceptingRepeatedDeletion(.containerNotFound)
            .acceptingRepeatedDeletion(.containerBeingDeleted)
    }

    /// Reads what there is to know of a container.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/containerNotFound`` if there is none of that name.
    ///
    /// - Parameter name: The name of the container.
    /// - Returns: A cold `Observable<ContainerDetails>`: exactly one value, then completed.
    /// - SeeAlso: `HEAD /CONTAINER?restype=container`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-container-properties>, read 2026-11-21.
    public func details(ofContainer name: String) -> Observable<ContainerDetails> {
        send(Operation(.head, "/\(name)", ["restype": "container"], parser: .container))
    }

    /// Reads what anyone may read of a container.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/containerNotFound`` if there is none of that name.
    ///
    /// - Parameter name: The name of the container.
    /// - Returns: A cold `Observable<PublicAccess?>`: exactly one value, nil for nothing, then completed.
    /// - SeeAlso: `GET /CONTAINER?restype=container&comp=acl`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-container-acl>, read 2026-11-21.
    public func publicAccess(toContainer name: String) -> Observable<PublicAccess?> {
        send(Operation(.get, "/\(name)", ["restype": "container", "comp": "acl"], parser: .container))
            .map(\.publicAccess)
    }
}
