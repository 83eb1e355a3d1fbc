public import Rill
internal import RillHTTP

extension BlobClient {
    /// Lists the blobs of a container, page by page, as they are asked for.
    ///
    ///     blobs.blobs(in: "pictures")                              // all of them
    ///     blobs.blobs(in: "pictures", prefix: "2026/", delimiter: "/")  // one level, as in a folder
    ///
    /// The next page is requested when the last entry of the one before has been taken, and not while the subscriber is
    /// paused. A page may be empty and not the last one.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/containerNotFound`` if there is no such container; what was emitted before
    /// stays good.
    ///
    /// - Parameters:
    ///   - container: The name of the container.
    ///   - prefix: What the names begin with; nil for all.
    ///   - delimiter: Up to where names are taken together behind the prefix: what goes on behind it comes as one
    ///     ``BlobListing/prefix(_:)``; nil for none.
    ///   - includes: What else comes along.
    ///   - pageSize: How many a page has at most, 1 to 5,000; nil for as many as the service likes.
    /// - Returns: A cold `Observable<BlobListing>` that parks, in the order of the service: on Azure, that of the names.
    /// - Complexity: One page in memory.
    /// - SeeAlso: `GET /CONTAINER?restype=container&comp=list`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/list-blobs>, read 2026-11-21.
    public func blobs(
        in container: String, prefix: String? = nil, delimiter: String? = nil, includes: BlobListInclusion = [],
        pageSize: Int? = nil
    ) -> Observable<BlobListing> {
        pages(container, prefix, delimiter, includes, pageSize, nil).elements { $0.entries }
    }

    /// Lists the blobs of a container page by page, as the pages are asked for.
    ///
    /// ## Errors
    /// As ``blobs(in:prefix:delimiter:includes:pageSize:)``.
    ///
    /// - Parameters:
    ///   - container: The name of the container.
    ///   - prefix: What the names begin with; nil for all.
    ///   - delimiter: Up to where names are taken together behind the prefix; nil for none.
    ///   - includes: What else comes along.
    ///   - pageSize: How many a page has at most, 1 to 5,000; nil for as many as the service likes.
    ///   - marker: Where to begin, an earlier page's ``BlobPage/nextMarker``; nil for the beginning.
    /// - Returns: A cold `Observable<BlobPage>` that parks: one page or more, then completed.
    /// - Complexity: Keeps the marker to go on with.
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
        var operation = Operation<BlobPage>(
            .get, "/\(container)",
            [
                "restype": "container", "comp": "list", "prefix": prefix, "delimiter": delimiter,
                "include": includes.words,
            ], parser: .xml(root: "EnumerationResults"))
        operation.appendPageSize(pageSize)
        return connection.client.pages(
            operation, by: .marker("marker", next: \.nextMarker), from: marker.flatMap { PageCursor($0) })
    }

    /// Reads what there is to know of a blob beside its content.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/blobNotFound`` if there is none of that name; with status 304 or 412 if a
    /// condition is not met.
    ///
    /// - Parameters:
    ///   - blob: Where it is.
    ///   - conditions: In which state it has to be.
    /// - Returns: A cold `Observable<BlobDetails>`: exactly one value, then completed.
    /// - SeeAlso: `HEAD /CONTAINER/BLOB`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-blob-properties>, read 2026-11-21.
    public func details(
        of blob: BlobPath, conditions: AccessConditions = AccessConditions()
    ) -> Observable<BlobDetails> {
        send(Operation(.head, blob.path, conditions: conditions, parser: .details))
    }

    /// Reads the metadata of a blob.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/blobNotFound`` if there is none of that name.
    ///
    /// - Parameter blob: Where it is.
    /// - Returns: A cold `Observable<[String: String]>`: exactly one dictionary, then completed.
    /// - SeeAlso: `HEAD /CONTAINER/BLOB?comp=metadata`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-blob-metadata>, read 2026-11-21.
    public func metadata(of blob: BlobPath) -> Observable<[String: String]> {
        send(
            Operation(
                .head, blob.path, ["comp": "metadata"],
                parser: ResponseParser { head, _, _ in Metadata.read(from: head.headerFields) }))
    }

    /// Sets the metadata of a blob, in the place of all that it had.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/blobNotFound`` if there is none of that name; at the stage `request` with a
    /// ``MetadataError`` if it cannot be sent.
    ///
    /// - Parameters:
    ///   - metadata: Names and values.
    ///   - blob: Where it is.
    ///   - conditions: In which state it has to be.
    /// - Returns: A cold `Observable<BlobVersion>`: exactly one value, then completed.
    /// - SeeAlso: `PUT /CONTAINER/BLOB?comp=metadata`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/set-blob-metadata>, read 2026-11-21.
    public func setMetadata(
        _ metadata: [String: String], of blob: BlobPath, conditions: AccessConditions = AccessConditions()
    ) -> Observable<BlobVersion> {
        send(
            Operation(
                .put, blob.path, ["comp": "metadata"], metadata: metadata, conditions: conditions, parser: .version))
    }

    /// Sets what a blob's content is said to be; what is nil is taken away.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/blobNotFound`` if there is none of that name.
    ///
    /// - Parameters:
    ///   - headers: What its content is.
    ///   - blob: Where it is.
    ///   - conditions: In which state it has to be.
    /// - Returns: A cold `Observable<BlobVersion>`: exactly one value, then completed.
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
    /// A deletion whose answer was lost, and that finds no blob when it is tried again, counts as done.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/blobNotFound`` if there is none of that name.
    ///
    /// - Parameters:
    ///   - blob: Where it is.
    ///   - snapshots: What becomes of its snapshots; nil to fail if it has some.
    ///   - conditions: In which state it has to be.
    /// - Returns: A cold `Observable<Void>`: exactly one value, then completed.
    /// - SeeAlso: `DELETE /CONTAINER/BLOB`, <https://learn.microsoft.com/rest/api/storageservices/delete-blob>, read
    ///   2026-11-21.
    public func delete(
        _ blob: BlobPath, snapshots: SnapshotDeletion? = nil, conditions: AccessConditions = AccessConditions()
    ) -> Observable<Void> {
        var fields: HTTPFields = [:]
        fields[.deleteSnapshots] = snapshots?.rawValue
        return send(Operation(.delete, blob.path, fields: fields, conditions: conditions))
            .acceptingRepeatedDeletion(.blobNotFound)
    }

    /// Copies a blob, in the account or from elsewhere.
    ///
    /// A small copy inside an account is done when the answer comes; of others the service says ``CopyStatus/pending``, and
    /// ``details(of:conditions:)`` tells how far they are.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/blobNotFound`` if there is nothing to copy.
    ///
    /// - Parameters:
    ///   - source: The blob's address, with a shared access signature behind it if nobody else may read it; see
    ///     ``url(of:)``.
    ///   - blob: Where the copy should be.
    ///   - metadata: Names and values to keep beside it; empty for those of the source.
    ///   - conditions: In which state what is there has to be.
    /// - Returns: A cold `Observable<BlobCopy>`: exactly one value, then completed.
    /// - SeeAlso: `PUT /CONTAINER/BLOB` with `x-ms-copy-source`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/copy-blob>, read 2026-11-21.
    public func copy(
        from source: String, to blob: BlobPath, metadata: [String: String] = [:],
        conditions: AccessConditions = AccessConditions()
    ) -> Observable<BlobCopy> {
        send(
            Operation(
                .put, blob.path, fields: [.copySource: source], metadata: metadata, conditions: conditions,
                parser: ResponseParser { head, _, _ in BlobCopy(head) }))
    }

    /// The address of a blob, without anything that proves that one may read it.
    ///
    /// - Parameter blob: Where it is.
    /// - Returns: The address, percent-encoded.
    public func url(of blob: BlobPath) -> String {
        connection.client.baseURL + blob.path.description
    }
}
