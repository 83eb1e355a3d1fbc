public import RillHTTP

extension BlobClient {
    /// Creates a page blob filled with zeros.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/containerNotFound`` if the container does not exist; with
    /// ``AzureStorageError/Code/blobAlreadyExists`` or ``AzureStorageError/Code/conditionNotMet`` if a condition is not
    /// met; with stage `request` if the size is invalid.
    ///
    /// - Parameters:
    ///   - blob: The path of the blob. An existing blob is replaced unless `conditions` is ``AccessConditions/isNew``. Use
    ///     that condition if several writers share the blob, because a retry after a lost response replaces it, too.
    ///   - size: The size of the blob in bytes, a multiple of 512, at most 8 TiB.
    ///   - headers: The content headers of the blob. Defaults to none.
    ///   - metadata: The metadata of the blob. Defaults to none.
    ///   - conditions: The conditions on an existing blob. Defaults to none.
    /// - Returns: A cold `Observable<BlobVersion>` that emits one value and completes.
    /// - SeeAlso: `PUT /CONTAINER/BLOB`, <https://learn.microsoft.com/rest/api/storageservices/put-blob>, read
    ///   2026-11-21.
    public func createPageBlob(
        _ blob: BlobPath, size: Int, headers: BlobHeaders = BlobHeaders(), metadata: [String: String] = [:],
        conditions: AccessConditions = AccessConditions()
    ) -> Observable<BlobVersion> {
        var fields = headers.fields
        fields[.blobType] = BlobType.page.rawValue
        fields[.blobContentLength] = "\(size)"
        var operation = Operation(
            .put, blob.path, fields: fields, metadata: metadata, conditions: conditions, parser: .version)
        if !Pages.sizes.contains(size) || size % Pages.size != 0 {
            operation.reject("size must be a multiple of 512 between 0 and \(Pages.sizes.upperBound), got \(size)")
        }
        return send(operation)
    }

    /// Writes pages of a page blob.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/invalidPageRange`` if the range is outside the blob; with
    /// ``AzureStorageError/Code/invalidBlobType`` if the blob is not a page blob; with stage `request` if the offset or the
    /// length is not a multiple of 512, or the content is empty or too large.
    ///
    /// - Parameters:
    ///   - content: The content of the pages, of known length, a multiple of 512 bytes, at most 4 MiB.
    ///   - offset: The offset of the first page, a multiple of 512 bytes.
    ///   - blob: The path of the blob.
    ///   - checksum: The checksum of the content, which the service verifies. Defaults to `nil`, which disables the
    ///     verification.
    ///   - conditions: The conditions on the blob. Defaults to none.
    /// - Returns: A cold `Observable<BlobVersion>` that emits one value and completes.
    /// - SeeAlso: `PUT /CONTAINER/BLOB?comp=page`, <https://learn.microsoft.com/rest/api/storageservices/put-page>,
    ///   read 2026-11-23.
    public func putPages(
        _ content: HTTPBody, at offset: Int, of blob: BlobPath, checksum: ContentChecksum? = nil,
        conditions: AccessConditions = AccessConditions()
    ) -> Observable<BlobVersion> {
        .deferred {
            var fields: HTTPFields = [.pageWrite: "update"]
            checksum?.add(to: &fields)
            var operation = Operation(
                .put, blob.path, ["comp": "page"], fields: fields, conditions: conditions, body: content,
                parser: .version)
            if let count = operation.checkCount(of: content, in: 1...Pages.maximumUpdate) {
                let (end, overflows) = offset.addingReportingOverflow(count)
                operation.setPages(overflows ? offset..<Int.max : offset..<end)
            }
            return send(operation)
        }
    }

    /// Clears pages of a page blob by filling them with zeros.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/invalidPageRange`` if the range is outside the blob; with
    /// ``AzureStorageError/Code/invalidBlobType`` if the blob is not a page blob; with stage `request` if the range is
    /// empty, or its bounds are not multiples of 512.
    ///
    /// - Parameters:
    ///   - range: The range of bytes, whose bounds are multiples of 512.
    ///   - blob: The path of the blob.
    ///   - conditions: The conditions on the blob. Defaults to none.
    /// - Returns: A cold `Observable<BlobVersion>` that emits one value and completes.
    /// - SeeAlso: `PUT /CONTAINER/BLOB?comp=page`, <https://learn.microsoft.com/rest/api/storageservices/put-page>,
    ///   read 2026-11-23.
    public func clearPages(
        _ range: Range<Int>, of blob: BlobPath, conditions: AccessConditions = AccessConditions()
    ) -> Observable<BlobVersion> {
        var operation = Operation(
            .put, blob.path, ["comp": "page"], fields: [.pageWrite: "clear"], conditions: conditions,
            parser: .version)
        operation.setPages(range)
        return send(operation)
    }

    /// Lists the written ranges of a page blob, requesting pages of the list on demand.
    ///
    /// Cleared pages, and pages that have never been written, are omitted.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/blobNotFound`` if the blob does not exist; with
    /// ``AzureStorageError/Code/invalidBlobType`` if it is not a page blob. The ranges of earlier pages are emitted before
    /// the error.
    ///
    /// - Parameters:
    ///   - blob: The path of the blob.
    ///   - range: The range of bytes to search, not empty. Defaults to `nil`, which means the whole blob.
    ///   - conditions: The conditions for the request. Defaults to none.
    ///   - pageSize: The maximum number of ranges per page of the list, 1 to 10,000. Defaults to `nil`, which uses the
    ///     service's default.
    /// - Returns: A cold `Observable<Range<Int>>` with back-pressure that emits ranges of bytes in order.
    /// - Complexity: One page of the list in memory.
    /// - SeeAlso: `GET /CONTAINER/BLOB?comp=pagelist`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-page-ranges>, read 2026-11-23.
    public func pageRanges(
        of blob: BlobPath, in range: Range<Int>? = nil, conditions: AccessConditions = AccessConditions(),
        pageSize: Int? = nil
    ) -> Observable<Range<Int>> {
        var operation = Operation<PageList>(
            .get, blob.path, ["comp": "pagelist"], conditions: conditions, parser: .xml(root: "PageList"))
        operation.setRange(range)
        if let pageSize { operation.append("maxresults", pageSize, named: "pageSize", in: 1...10_000) }
        return connection.client.pages(operation, by: .marker("marker", next: \.nextMarker)).elements { $0.ranges }
    }
}

/// The limits of page blobs.
private enum Pages {
    /// The size of a page in bytes.
    static let size = 512

    /// The sizes of page blobs in bytes: at most 8 TiB.
    static let sizes = 0...Int(clamping: Int64(8) << 40)

    /// The maximum number of bytes written by a request.
    static let maximumUpdate = 4 << 20
}

extension Operation {
    /// Sets the range of a write operation, whose bounds must be multiples of the page size.
    fileprivate mutating func setPages(_ range: Range<Int>) {
        guard range.lowerBound % Pages.size == 0, range.upperBound % Pages.size == 0 else {
            return reject("pages must start and end at multiples of 512 bytes, got \(range)")
        }
        setRange(range)
    }
}
