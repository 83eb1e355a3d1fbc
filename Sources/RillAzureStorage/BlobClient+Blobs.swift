public import RillHTTP

extension BlobClient {
    /// Lists the blobs of a container, requesting pages on demand.
    ///
    ///     blobs.blobs(in: "pictures")                                   // all blobs
    ///     blobs.blobs(in: "pictures", prefix: "2026/", delimiter: "/")  // one level of a virtual directory
    ///
    /// Requests the next page after all entries of the current page have been emitted, unless the subscriber has paused
    /// the stream. A page can be empty without being the last one.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/containerNotFound`` if the container does not exist. The entries of
    /// earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - container: The name of the container.
    ///   - prefix: The prefix of the blob names. Defaults to `nil`, which lists all blobs.
    ///   - delimiter: The delimiter that groups names: names that share the part up to the first delimiter after the
    ///     prefix are emitted as one ``BlobListing/prefix(_:)``. Defaults to `nil`, which disables grouping.
    ///   - includes: The additional data to include. Defaults to none.
    ///   - pageSize: The maximum number of entries per page, 1 to 5,000. Defaults to `nil`, which uses the service's
    ///     default.
    /// - Returns: A cold `Observable<BlobListing>` with back-pressure, in the service's order: on Azure, sorted by
    ///   name.
    /// - Complexity: One page in memory.
    /// - SeeAlso: `GET /CONTAINER?restype=container&comp=list`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/list-blobs>, read 2026-11-21.
    public func blobs(
        in container: String, prefix: String? = nil, delimiter: String? = nil, includes: BlobListInclusion = [],
        pageSize: Int? = nil
    ) -> Observable<BlobListing> {
        pages(container, prefix, delimiter, includes, pageSize, nil).elements { $0.entries }
    }

    /// Lists the blobs of a container as pages, requesting them on demand.
    ///
    /// ## Errors
    /// The errors of ``blobs(in:prefix:delimiter:includes:pageSize:)``.
    ///
    /// - Parameters:
    ///   - container: The name of the container.
    ///   - prefix: The prefix of the blob names. Defaults to `nil`, which lists all blobs.
    ///   - delimiter: The delimiter that groups names by prefix. Defaults to `nil`, which disables grouping.
    ///   - includes: The additional data to include. Defaults to none.
    ///   - pageSize: The maximum number of entries per page, 1 to 5,000. Defaults to `nil`, which uses the service's
    ///     default.
    ///   - marker: The ``BlobPage/nextMarker`` of the page to continue after. Defaults to `nil`, which starts at the
    ///     first page.
    /// - Returns: A cold `Observable<BlobPage>` with back-pressure that emits at least one page and completes.
    /// - Complexity: Keeps one page in memory.
    public func blobPages(
        in container: String, prefix: String? = nil, delimiter: String? = nil, includes: BlobListInclusion = [],
        pageSize: Int? = nil, after marker: String? = nil
    ) -> Observable<BlobPage> {
        pages(container, prefix, delimiter, includes, pageSize, marker).map(\.value)
    }

    private func pages(
        _ container: String, _ prefix: String?, _ delimiter: String?, _ includes: BlobListInclusion, _ pageSize: Int?,
        _ marker: String?
    ) -> Observable<Page<BlobPage>> {
        connection.client.listPages(
            "/\(container)",
            [
                "restype": "container", "comp": "list", "prefix": prefix, "delimiter": delimiter,
                "include": includes.queryValue,
            ], pageSize: pageSize, after: marker)
    }

    /// Returns the properties and metadata of a blob.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/blobNotFound`` if the blob does not exist, or with status 304 or 412
    /// if a condition is not met.
    ///
    /// - Parameters:
    ///   - blob: The path of the blob.
    ///   - conditions: The conditions for the request. Defaults to none.
    /// - Returns: A cold `Observable<BlobDetails>` that emits one value and completes.
    /// - SeeAlso: `HEAD /CONTAINER/BLOB`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-blob-properties>, read 2026-11-21.
    public func details(
        of blob: BlobPath, conditions: AccessConditions = AccessConditions()
    ) -> Observable<BlobDetails> {
        send(Operation(.head, blob.path, conditions: conditions, parser: .fromHead { try BlobDetails($0) }))
    }

    /// Returns the metadata of a blob.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/blobNotFound`` if the blob does not exist.
    ///
    /// - Parameter blob: The path of the blob.
    /// - Returns: A cold `Observable<[String: String]>` that emits one value and completes.
    /// - SeeAlso: `HEAD /CONTAINER/BLOB?comp=metadata`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-blob-metadata>, read 2026-11-21.
    public func metadata(of blob: BlobPath) -> Observable<[String: String]> {
        send(
            Operation(
                .head, blob.path, ["comp": "metadata"], parser: .fromHead { Metadata.read(from: $0.headerFields) }))
    }

    /// Sets the metadata of a blob, replacing all existing metadata.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/blobNotFound`` if the blob does not exist, or with stage `request` and
    /// an underlying ``MetadataError`` if the metadata is invalid.
    ///
    /// - Parameters:
    ///   - metadata: The new metadata.
    ///   - blob: The path of the blob.
    ///   - conditions: The conditions for the request. Defaults to none.
    /// - Returns: A cold `Observable<BlobVersion>` that emits one value and completes.
    /// - SeeAlso: `PUT /CONTAINER/BLOB?comp=metadata`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/set-blob-metadata>, read 2026-11-21.
    public func setMetadata(
        _ metadata: [String: String], of blob: BlobPath, conditions: AccessConditions = AccessConditions()
    ) -> Observable<BlobVersion> {
        send(
            Operation(
                .put, blob.path, ["comp": "metadata"], metadata: metadata, conditions: conditions, parser: .version))
    }

    /// Sets the content headers of a blob.
    ///
    /// Removes headers that are `nil`.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/blobNotFound`` if the blob does not exist.
    ///
    /// - Parameters:
    ///   - headers: The new content headers.
    ///   - blob: The path of the blob.
    ///   - conditions: The conditions for the request. Defaults to none.
    /// - Returns: A cold `Observable<BlobVersion>` that emits one value and completes.
    /// - SeeAlso: `PUT /CONTAINER/BLOB?comp=properties`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/set-blob-properties>, read 2026-11-21.
    public func setHeaders(
        _ headers: BlobHeaders, of blob: BlobPath, conditions: AccessConditions = AccessConditions()
    ) -> Observable<BlobVersion> {
        send(
            Operation(
                .put, blob.path, ["comp": "properties"], fields: headers.fields, conditions: conditions,
                parser: .version))
    }

    /// Deletes a blob.
    ///
    /// A `blobNotFound` error after an attempt with an unknown outcome counts as success.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/blobNotFound`` if the blob does not exist.
    ///
    /// - Parameters:
    ///   - blob: The path of the blob.
    ///   - snapshots: Whether to delete the blob's snapshots. Defaults to `nil`, which fails if the blob has snapshots.
    ///   - conditions: The conditions for the request. Defaults to none.
    /// - Returns: A cold `Observable<Void>` that emits one value and completes.
    /// - SeeAlso: `DELETE /CONTAINER/BLOB`, <https://learn.microsoft.com/rest/api/storageservices/delete-blob>, read
    ///   2026-11-21.
    public func delete(
        _ blob: BlobPath, snapshots: SnapshotDeletion? = nil, conditions: AccessConditions = AccessConditions()
    ) -> Observable<Void> {
        var fields: HTTPFields = [:]
        fields[.deleteSnapshots] = snapshots?.rawValue
        return send(Operation(.delete, blob.path, fields: fields, conditions: conditions))
            .succeedingIfAlreadyDeleted(.blobNotFound)
    }

    /// Copies a blob from the same or another account.
    ///
    /// Small copies within an account complete before the response. For other copies, the service returns
    /// ``CopyStatus/pending``; poll the status with ``details(of:conditions:)``.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/blobNotFound`` if the source does not exist.
    ///
    /// - Parameters:
    ///   - source: The URL of the source blob, with a shared access signature unless it is publicly readable. See
    ///     ``url(of:)``.
    ///   - blob: The path of the copy.
    ///   - metadata: The metadata of the copy. Defaults to none, which copies the metadata of the source.
    ///   - conditions: The conditions on an existing blob at the destination. Defaults to none.
    /// - Returns: A cold `Observable<BlobCopy>` that emits one value and completes.
    /// - SeeAlso: `PUT /CONTAINER/BLOB` with `x-ms-copy-source`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/copy-blob>, read 2026-11-21.
    public func copy(
        from source: String, to blob: BlobPath, metadata: [String: String] = [:],
        conditions: AccessConditions = AccessConditions()
    ) -> Observable<BlobCopy> {
        send(
            Operation(
                .put, blob.path, fields: [.copySource: source], metadata: metadata, conditions: conditions,
                parser: .fromHead { BlobCopy($0) }))
    }

    /// Returns the URL of a blob, without credentials.
    ///
    /// - Parameter blob: The path of the blob.
    /// - Returns: The percent-encoded URL.
    public func url(of blob: BlobPath) -> String {
        var base = HTTPRequest(method: .get, url: connection.client.baseURL)
        base.authority = base.authority?.split(separator: "@").last.map { String($0) }
        let path = StorageAccount.trimmed(String((base.path ?? "").prefix { $0 != "?" }))
        return base.origin + path + blob.path.encoded
    }
}
