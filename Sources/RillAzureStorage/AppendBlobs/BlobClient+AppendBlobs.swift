public import RillHTTP

extension BlobClient {
    /// Creates an empty append blob.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/containerNotFound`` if the container does not exist; with
    /// ``AzureStorageError/Code/blobAlreadyExists`` or ``AzureStorageError/Code/conditionNotMet`` if a condition is not
    /// met.
    ///
    /// - Parameters:
    ///   - blob: The path of the blob. An existing blob is replaced unless `conditions` is ``AccessConditions/isNew``. Use
    ///     that condition if several writers share the blob, because a retry after a lost response replaces it, too.
    ///   - headers: The content headers of the blob. Defaults to none.
    ///   - metadata: The metadata of the blob. Defaults to none.
    ///   - conditions: The conditions on an existing blob. Defaults to none.
    /// - Returns: A cold `Observable<BlobVersion>` that emits one value and completes.
    /// - SeeAlso: `PUT /CONTAINER/BLOB`, <https://learn.microsoft.com/rest/api/storageservices/put-blob>, read
    ///   2026-11-21.
    public func createAppendBlob(
        _ blob: BlobPath, headers: BlobHeaders = BlobHeaders(), metadata: [String: String] = [:],
        conditions: AccessConditions = AccessConditions()
    ) -> Observable<BlobVersion> {
        var fields = headers.fields
        fields[.blobType] = BlobType.append.rawValue
        return send(
            Operation(
                .put, blob.path, fields: fields, metadata: metadata, conditions: conditions, parser: .version))
    }

    /// Appends a block to an append blob.
    ///
    /// A request without a position is not sent again if it may already have been executed, because the block could be
    /// appended twice. On Apple platforms, URLSession can still send it again by itself when a connection is lost.
    /// Specify a position if a block must not be appended twice.
    ///
    /// A request with a position is retried. If the response to the first attempt was lost, the second one fails with
    /// ``AzureStorageError/Code/appendPositionConditionNotMet`` even though the block was appended.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/appendPositionConditionNotMet`` or
    /// ``AzureStorageError/Code/maxBlobSizeConditionNotMet`` if the blob does not have the required size; with
    /// ``AzureStorageError/Code/blockCountExceedsLimit`` if the blob has 50,000 blocks; with
    /// ``AzureStorageError/Code/invalidBlobType`` if the blob is not an append blob; with stage `request` if the content is
    /// empty or too large.
    ///
    /// - Parameters:
    ///   - content: The content of the block, of known length, 1 byte to 4 MiB.
    ///   - blob: The path of the blob.
    ///   - position: The required size of the blob before the operation, in bytes. Defaults to `nil`, which means any.
    ///   - maxSize: The maximum size of the blob after the operation, in bytes. Defaults to `nil`, which means no limit.
    ///   - checksum: The checksum of the block, which the service verifies. Defaults to `nil`, which disables the
    ///     verification.
    ///   - conditions: The conditions on the blob. Defaults to none.
    /// - Returns: A cold `Observable<AppendedBlock>` that emits one value and completes.
    /// - SeeAlso: `PUT /CONTAINER/BLOB?comp=appendblock`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/append-block>, read 2026-11-23.
    public func append(
        _ content: HTTPBody, to blob: BlobPath, at position: Int? = nil, maxSize: Int? = nil,
        checksum: ContentChecksum? = nil,
        conditions: AccessConditions = AccessConditions()
    ) -> Observable<AppendedBlock> {
        .deferred {
            var fields: HTTPFields = [:]
            checksum?.add(to: &fields)
            fields[.appendPosition] = position.map { "\($0)" }
            fields[.maximumSize] = maxSize.map { "\($0)" }
            var operation = Operation(
                .put, blob.path, ["comp": "appendblock"], fields: fields, conditions: conditions, body: content,
                parser: .fromHead { try AppendedBlock($0) })
            operation.options.isIdempotent = position != nil
            if let position, position < 0 { operation.reject("position must be at least 0, got \(position)") }
            if let maxSize, maxSize < 0 { operation.reject("maxSize must be at least 0, got \(maxSize)") }
            operation.checkCount(of: content, in: 1...Self.maximumAppendedBlock)
            return send(operation)
        }
    }

    /// The maximum size of an appended block in bytes, for the API version of requests.
    private static let maximumAppendedBlock = 4 << 20
}
